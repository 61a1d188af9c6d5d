import Frames
import Morse
import Testing

@testable import Monitor

@Suite("Transcript")
struct TranscriptTests {
  private func character(_ sign: String) -> Transcript.Character {
    Transcript.Character(sign: sign, code: ".", start: 0, end: 1, confidence: 1, wordsPerMinute: 12)
  }

  @Test("words are parted by one space, and none leads")
  func text() {
    var transcript = Transcript(torch: TorchID(0))
    transcript.endWord()
    for sign in ["S", "O", "S"] { transcript.append(character(sign)) }
    transcript.endWord()
    transcript.endWord()
    transcript.append(character("<SK>"))
    #expect(transcript.text == "SOS <SK>")
  }

  @Test("a change grows the revision, a word gap that says nothing does not")
  func revision() {
    var transcript = Transcript(torch: TorchID(0))
    transcript.endWord()
    #expect(transcript.revision == 0)
    transcript.append(character("E"))
    transcript.endWord()
    transcript.endWord()
    #expect(transcript.revision == 2)
  }

  private func transcript(_ codes: String, _ copyist: Copyist) -> Transcript {
    var transcript = Transcript(torch: TorchID(0), copyist: copyist)
    for word in codes.split(separator: "/") {
      for code in word.split(separator: " ").compactMap({ CodeWord($0) }) {
        _ = transcript.write(
          DecodedCharacter(sign: "?", code: code, start: 0, end: 1, confidence: 0.5, wordsPerMinute: 12))
      }
      transcript.endWord()
    }
    return transcript
  }

  @Test("code words are written in the copyist's alphabet, their signs put together")
  func alphabet() {
    #expect(transcript("-.- .- .-.. .-", Copyist(.greek)).text == "ΚΑΛΑ ")
    #expect(transcript("-.- . ..-. -.. / -.-", Copyist(.korean)).text == "아느 ㅇ ")
    #expect(transcript("..... -. -.", Copyist(.latin, readsCutFigures: true)).text == "599 ")
  }

  @Test("a shift leaves no text and no space")
  func shift() {
    let text = transcript("-.- / -..--- / -- / ...-. / -.-", Copyist(.wabun, startsInLatin: true)).text
    #expect(text == "K ヨ K ")
  }

  @Test("what was written is written anew in another alphabet")
  func rewrite() {
    var transcript = transcript("-.-. --.- / -..--- -- ...-.", Copyist(.latin))
    #expect(transcript.text == "CQ <NJ>M<SN> ")
    let revision = transcript.revision
    transcript.rewrite(by: Copyist(.wabun, startsInLatin: true))
    #expect(transcript.text == "CQ ヨ ")
    #expect(transcript.revision > revision)
  }

  @Test("a second reading is written in the alphabet of the first")
  func alternative() throws {
    var transcript = Transcript(torch: TorchID(0), copyist: Copyist(.latin))
    let entry = transcript.write(
      DecodedCharacter(
        sign: "?", code: try #require(CodeWord("--.")), start: 0, end: 1, confidence: 0.6, wordsPerMinute: 12,
        alternative: ["-", "-."].compactMap { CodeWord($0) }))
    #expect(entry.alternative?.text == "TN")
    transcript.rewrite(by: Copyist(.greek))
    guard case .character(let character) = transcript.entries[0] else { return }
    #expect(character.alternative?.text == "ΤΝ")
    #expect(character.sign == "Γ")
  }

  @Test("a piece of text is as sure as the least sure of its signs")
  func confidence() {
    var transcript = Transcript(torch: TorchID(0), copyist: Copyist(.wabun))
    for (code, confidence) in [(".-..", 0.9), ("..", 0.6)] {
      guard let code = CodeWord(code) else { continue }
      _ = transcript.write(
        DecodedCharacter(sign: "?", code: code, start: 0, end: 1, confidence: confidence, wordsPerMinute: 12))
    }
    let passages = transcript.passages(last: 9)
    #expect(passages.map(\.text) == ["ガ"])
    #expect(passages.map(\.confidence) == [0.6])
    #expect(passages.map { $0.characters.map(\.code) } == [[".-..", ".."]])
  }

  @Test("what may still change follows the text, and is no part of it")
  func draft() throws {
    var transcript = transcript("... --- ...", Copyist(.latin))
    transcript.revise([.codeWord(try #require(CodeWord("-.-"))), .wordGap])
    #expect(transcript.text == "SOS ")
    #expect(
      transcript.passages(last: 9).suffix(2) == [
        .init(text: "K", confidence: nil), .init(text: " ", confidence: nil),
      ])
    let revision = transcript.revision
    transcript.revise(transcript.draft)
    #expect(transcript.revision == revision)
    transcript.revise([])
    #expect(transcript.passages(last: 9).allSatisfy { $0.confidence != nil })
    #expect(transcript.revision > revision)
  }

  @Test("what is copied and saved is what is seen: what may still change too, also by itself")
  func seen() throws {
    var transcript = Transcript(torch: TorchID(0))
    func text() -> String { Snapshot(source: .opening("test"), transcripts: [transcript]).text }
    #expect(text() == "" && transcript.isEmpty)
    transcript.revise([.codeWord(try #require(CodeWord("-.-"))), .wordGap])
    #expect(text() == "K" && !transcript.isEmpty)
    for sign in ["S", "O", "S"] { transcript.append(character(sign)) }
    transcript.endWord()
    #expect(text() == "SOS K")
  }

  @Test("cleared text is gone with its draft, and what began before does not come back when it is final")
  func clear() throws {
    var transcript = transcript("... --- ...", Copyist(.latin))
    let code = try #require(CodeWord("-.-"))
    transcript.revise([.codeWord(code)])
    let revision = transcript.revision
    transcript.begin = 5
    transcript.clear()
    #expect(transcript.isEmpty && transcript.revision > revision)
    for start in [3, 4.9, 5, 6] {
      let written = transcript.write(
        DecodedCharacter(
          sign: "?", code: code, start: start, end: start + 1, confidence: 0.5, wordsPerMinute: 12))
      #expect(written.sign == "K")
    }
    #expect(transcript.text == "KK")
  }

  @Test("a draft is written in the transcript's alphabet, joined to the letters before it")
  func draftAlphabet() throws {
    var transcript = Transcript(torch: TorchID(0), copyist: Copyist(.wabun))
    _ = transcript.write(
      DecodedCharacter(
        sign: "?", code: try #require(CodeWord(".-..")), start: 0, end: 1, confidence: 0.9, wordsPerMinute: 12
      ))
    transcript.revise([.codeWord(try #require(CodeWord("..")))])
    #expect(transcript.text == "カ")
    #expect(transcript.passages(last: 9) == [.init(text: "ガ", confidence: nil)])
  }

  @Test("a day of text keeps its newest part")
  func capacity() {
    var transcript = Transcript(torch: TorchID(0))
    for number in 0..<(Transcript.capacity * 3) {
      transcript.append(character(number.isMultiple(of: 2) ? "E" : "T"))
    }
    #expect(transcript.entries.count <= Transcript.capacity)
    #expect(transcript.entries.count > Transcript.capacity / 2)
    #expect(transcript.text.hasSuffix("ET"))
    #expect(transcript.revision == Transcript.capacity * 3)
  }
}
