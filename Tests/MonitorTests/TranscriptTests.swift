import Light
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
