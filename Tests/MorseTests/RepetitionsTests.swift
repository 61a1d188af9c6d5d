import Filming
import Frames
import Morse
import Testing

@Suite("Messages that are sent repeatedly")
struct RepetitionsTests {
  /// The message that is voted when `text` is read `times` times.
  ///
  /// - Parameters:
  ///   - dropping: The numbers of the characters that are not read. Spaces count too.
  ///   - swapping: The characters that are read as another, by their numbers.
  ///   - alternatives: Second-best readings, by the numbers of the characters.
  private func voted(
    _ text: String, times: Double, dropping: Set<Int> = [], swapping: [Int: String] = [:],
    alternatives: [Int: String] = [:]
  ) throws -> RepeatedMessage? {
    var repetitions = Repetitions()
    let all = Array(repeating: Array(text + " "), count: Int(times.rounded(.up))).joined()
    var time = 0.0
    for (number, sign) in all.prefix(Int(times * Double(text.count + 1))).enumerated() {
      time += 1
      if dropping.contains(number) { continue }
      guard sign != " " else {
        _ = repetitions.endWord(at: time)
        continue
      }
      func code(_ sign: String) throws -> CodeWord {
        try #require(Alphabet.international.codeWord(for: Character(sign)))
      }
      let isWrong = swapping[number] != nil
      repetitions.note(
        DecodedCharacter(
          sign: "", code: try code(swapping[number] ?? String(sign)), start: time - 0.5, end: time,
          confidence: isWrong ? 0.6 : 0.95, wordsPerMinute: 12,
          alternative: try alternatives[number].map { [try code($0)] } ?? []))
    }
    _ = repetitions.finish()
    return repetitions.message
  }

  private func text(_ message: RepeatedMessage?) -> String? {
    message.map { message in
      message.words.map { $0.map { Alphabet.international.sign(for: $0) ?? "?" }.joined() }.joined(
        separator: " ")
    }
  }

  @Test(
    "A repeated message is recognised, also with incomplete repetitions", arguments: [1.8, 2, 2.5, 4, 7.3])
  func recognised(times: Double) throws {
    let message = try voted("CQ DE ALDIS K", times: times)
    #expect(text(message) == "CQ DE ALDIS K")
    #expect(abs(try #require(message).repetitions - times) < 0.2)
  }

  @Test("The count of a beacon's repetitions never decreases")
  func manyTimes() throws {
    var repetitions = Repetitions()
    var counts: [Double] = []
    var time = 0.0
    for _ in 0..<150 {
      for word in ["PARIS", "FOX", "TANGO"] {
        for sign in word {
          time += 1
          let code = try #require(Alphabet.international.codeWord(for: sign))
          repetitions.note(
            DecodedCharacter(
              sign: "", code: code, start: time - 0.5, end: time, confidence: 0.95, wordsPerMinute: 12,
              alternative: []))
        }
        if repetitions.endWord(at: time), let message = repetitions.message {
          counts.append(message.repetitions)
        }
      }
    }
    #expect(counts == counts.sorted())
    #expect(abs((counts.last ?? 0) - 150) < 12)
    _ = repetitions.finish()
    #expect(abs(try #require(repetitions.message).repetitions - 150) < 1)
    #expect(text(repetitions.message) == "PARIS FOX TANGO")
  }

  @Test("One word can be a message, and a message may contain a word twice")
  func wordsWithin() throws {
    #expect(text(try voted("PARIS", times: 5)) == "PARIS")
    #expect(text(try voted("VVV DE ALDIS ALDIS QTH HARBOUR", times: 4)) == "VVV DE ALDIS ALDIS QTH HARBOUR")
  }

  @Test("Text without repetition gives no repeated message")
  func once() throws {
    #expect(try voted("THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG", times: 1) == nil)
    for seed in 0..<5 {
      var random = SeededRandom(seed: seed)
      #expect(try voted(randomMessage(words: 60, using: &random), times: 1) == nil)
    }
    #expect(try voted("E", times: 1) == nil)
  }

  @Test("The majority corrects misread, missed and split characters")
  func majority() throws {
    let swaps = [1: "N", 5: "T", 15: "M", 20: "I", 33: "5", 46: "0", 47: "E"]
    #expect(
      text(try voted("CQ DE ALDIS K", times: 5, dropping: [10, 29, 44], swapping: swaps)) == "CQ DE ALDIS K")
  }

  @Test("Second-best readings decide if every repetition has a different error")
  func secondBest() throws {
    // The D of ALDIS is read three times, each time as another character.
    let places = [8, 22, 36]
    let wrong = Dictionary(uniqueKeysWithValues: zip(places, ["B", "N", "X"]))
    let second = Dictionary(uniqueKeysWithValues: zip(places, ["D", "D", "D"]))
    #expect(
      text(try voted("CQ DE ALDIS K", times: 3, swapping: wrong, alternatives: second)) == "CQ DE ALDIS K")
  }

  @Test(
    "In noise the vote is better than every single repetition",
    arguments: [(2.75, 15.0), (2.75, 12)])
  func film(contrastToNoise: Double, wordsPerMinute: Double) throws {
    var errors = (single: 0, voted: 0)
    for seed in 0..<3 {
      var random = SeededRandom(seed: seed)
      let message = randomMessage(words: 5, using: &random)
      let all = Array(repeating: message, count: 6).joined(separator: " ")
      let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(all)
      let film = FilmedLight(camera: .init(contrastToNoise: contrastToNoise)).play(keying, seed: seed)
      var decoder = Decoder(.init(pace: .recording))
      var repetitions = Repetitions()
      var reading = Reading()
      func note(_ event: DecoderEvent) {
        reading.note(event)
        switch event {
        case .character(let character): repetitions.note(character)
        case .word(let time): _ = repetitions.endWord(at: time)
        default: break
        }
      }
      for sample in film.samples { decoder.receive(sample, report: note) }
      decoder.finish(report: note)
      _ = repetitions.finish()
      errors.single += editDistance(reading.trimmed, all)
      // The message may begin with another word.
      let words = message.split(separator: " ")
      let turns = words.indices.map { (words[$0...] + words[..<$0]).joined(separator: " ") }
      let found = try #require(text(repetitions.message))
      errors.voted += try #require(turns.map { editDistance(found, $0) }.min())
    }
    // `errors.single` is counted over six times as many characters.
    #expect(errors.single > 6)
    #expect(6 * errors.voted < errors.single / 2)
  }
}
