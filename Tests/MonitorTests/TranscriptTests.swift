import Frames
import Morse
import Testing

@testable import Monitor

@Suite("Transcript")
struct TranscriptTests {
  private func character(_ sign: String) -> Transcript.Character {
    Transcript.Character(
      sign: sign, code: CodeWord(".")!, start: 0, end: 1, confidence: 1, wordsPerMinute: 12)
  }

  @Test("words are separated by one space, and the text does not begin with a space")
  func text() {
    var transcript = Transcript(torch: TorchID(0))
    transcript.endWord()
    for sign in ["S", "O", "S"] { transcript.append(character(sign)) }
    transcript.endWord()
    transcript.endWord()
    transcript.append(character("<SK>"))
    #expect(transcript.text == "SOS <SK>")
  }

  @Test("each change increases the revision; a word gap that is dropped does not")
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

  @Test("code words are written in the copyist's alphabet, and their signs are joined")
  func alphabet() {
    #expect(transcript("-.- .- .-.. .-", Copyist(.greek)).text == "ΚΑΛΑ ")
    #expect(transcript("-.- . ..-. -.. / -.-", Copyist(.korean)).text == "아느 ㅇ ")
    #expect(transcript("..... -. -.", Copyist(.latin, readsCutFigures: true)).text == "599 ")
  }

  @Test("a shift of the alphabet gives no text and no space")
  func shift() {
    let text = transcript("-.- / -..--- / -- / ...-. / -.-", Copyist(.wabun, startsInLatin: true)).text
    #expect(text == "K ヨ K ")
  }

  @Test("text is rewritten in another alphabet")
  func rewrite() {
    var transcript = transcript("-.-. --.- / -..--- -- ...-.", Copyist(.latin))
    #expect(transcript.text == "CQ <NJ>M<SN> ")
    let revision = transcript.revision
    transcript.rewrite(by: Copyist(.wabun, startsInLatin: true))
    #expect(transcript.text == "CQ ヨ ")
    #expect(transcript.revision > revision)
  }

  @Test("an alternative is written in the alphabet of the text")
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

  @Test("the confidence of a passage is the lowest confidence of its characters")
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
    #expect(passages.map { $0.characters.map(\.code.description) } == [[".-..", ".."]])
  }

  @Test("the draft follows the text, and is not a part of it")
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

  @Test("the copied text includes the draft, even without other text")
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

  @Test("clearing removes text and draft, and characters that began earlier are not written")
  func clear() throws {
    var transcript = transcript("... --- ...", Copyist(.latin))
    let code = try #require(CodeWord("-.-"))
    transcript.revise([.codeWord(code)])
    let revision = transcript.revision
    transcript.earliestStart = 5
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

  @Test("a draft is written in the transcript's alphabet, and joined to the signs before it")
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

  @Test("a long transcript keeps its newest part")
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
