import Filming
import Foundation
import Testing

@testable import Morse

@Suite("Keying by people and programs")
struct SenderTests {
  private typealias Style = FilmedLight.Sender.Style

  /// Share of the characters of English messages that are misread.
  private func errors(
    _ style: FilmedLight.Sender.Style, contrastToNoise: Double, usesLanguage: Bool = true
  ) throws -> Double {
    var mistakes = 0, count = 0
    for seed in 0..<4 {
      var random = SeededRandom(seed: seed)
      let message = Texts.english.message(using: &random)
      let keying = try Encoder(timing: .itu(wordsPerMinute: 10)).encode(message)
      let scene = FilmedLight(sender: .init(style: style), camera: .init(contrastToNoise: contrastToNoise))
      let reading = read(scene.play(keying, seed: seed), usesLanguage: usesLanguage)
      mistakes += editDistance(reading.trimmed, message)
      count += message.count
    }
    return Double(mistakes) / Double(count)
  }

  @Test("A straight key is read, and better with the language model than without")
  func straightKey() throws {
    let errors = try errors(.straightKey(10), contrastToNoise: 8)
    #expect(errors < 0.1)
    #expect(try errors < self.errors(.straightKey(10), contrastToNoise: 8, usesLanguage: false))
  }

  @Test("A pause for thought within a word is no space if the word continues")
  func pauses() throws {
    #expect(try errors(.carefulNovice(8), contrastToNoise: 8) < 0.02)
  }

  @Test(
    "A short message that a beginner keys is read, although its short letters are little evidence for Morse",
    arguments: ["MEET ME AT SIX", "TAKE ME TO IT"])
  func shortMessage(text: String) throws {
    var mistakes = 0
    for seed in 0..<12 {
      let keying = try Encoder(timing: .itu(wordsPerMinute: 8)).encode(text)
      let scene = FilmedLight(sender: .init(style: .novice(8)), camera: .init(contrastToNoise: 20))
      mistakes += editDistance(read(scene.play(keying, seed: seed)).trimmed, text)
    }
    // At worst a word of one film is lost, and a few letters.
    #expect(mistakes < 9)
  }

  @Test("Short messages of a beginner whose lengths all vary by a quarter are read")
  func uneven() throws {
    #expect(try mistakes(by: .uneven(7, by: 0.25)) < 40)
  }

  @Test("A sender who covers a lamp a little late, so that marks are longer and gaps shorter, is read")
  func coveredLamp() throws {
    // At most two texts are refused.
    #expect(try mistakes(by: .coveredLamp(7, excess: 0.55)) < 20)
  }

  /// The mistakes in 40 short messages of a sender.
  private func mistakes(by style: FilmedLight.Sender.Style) throws -> Int {
    var mistakes = 0
    for text in ["ZERO FIVE NINE", "NEED WATER", "GOOD NIGHT TOM", "SOS SOS SOS", "CALL MY WIFE"] {
      for seed in 0..<8 {
        let keying = try Encoder(timing: .itu(wordsPerMinute: 7)).encode(text)
        let scene = FilmedLight(sender: .init(style: style), camera: .init(contrastToNoise: 20))
        mistakes += editDistance(read(scene.play(keying, seed: seed)).trimmed, text)
      }
    }
    return mistakes
  }

  @Test(
    "A program that waits after each mark for the mark's length is read with any gap between letters",
    arguments: [(2.3, 0.6), (3, 1), (3, 4), (2.3, 8)])
  func sketch(dash: Double, character: Double) throws {
    let style = Style.sketch(8, dash: dash, character: character, word: 1.5 * character + 2)
    #expect(try errors(style, contrastToNoise: 20) == 0)
  }

  @Test(
    "A program whose dashes or gaps have other lengths than usual is read, not taken for data",
    arguments: [(2, 3, 7), (2, 2, 5), (4, 2, 6), (3, 2, 5)])
  func machine(dash: Double, character: Double, word: Double) throws {
    let style = Style.machine(10, dash: dash, character: character, word: word)
    #expect(try errors(style, contrastToNoise: 20) == 0)
  }

  @Test(
    "SOS is read when a program with unusual lengths repeats it",
    arguments: [(2, 1, 3, 16), (2, 1, 2, 30), (3, 2, 3, 26), (2.5, 1, 2.5, 46)])
  func repeatedSOS(dash: Double, elementGap: Double, character: Double, word: Double) throws {
    let style = Style.machine(10, dash: dash, elementGap: elementGap, character: character, word: word)
    let keying = try Encoder(timing: .itu(wordsPerMinute: 10)).encode("SOS SOS SOS SOS")
    let scene = FilmedLight(sender: .init(style: style), camera: .init(contrastToNoise: 30))
    #expect(read(scene.play(keying, seed: 1)).trimmed == "SOS SOS SOS SOS")
  }

  @Test(
    "A lamp that sends bits, in steps of one length or in Manchester code, gives no text",
    arguments: [false, true])
  func bits(isManchester: Bool) {
    var random = SeededRandom(seed: 7)
    let keying = randomBits(900, bitsPerSecond: 5, isManchester: isManchester, using: &random)
    let film = FilmedLight(camera: .init(contrastToNoise: 10)).play(keying, seed: 3)
    expectNothing(of: film) { if case .data(let bits) = $0 { abs(bits - 5) < 0.3 } else { false } }
  }

  @Test("A lamp that sends Manchester code in phase with the frames gives no text")
  func bitsInStep() {
    var random = SeededRandom(seed: 1)
    let keying = randomBits(900, bitsPerSecond: 30, isManchester: true, using: &random)
    let film = FilmedLight(camera: .init(framesPerSecond: 120, contrastToNoise: 10)).play(keying, seed: 3)
    #expect(read(film).trimmed == "")
  }

  @Test(
    "A lamp that is switched at random at the steps of a clock gives no text",
    arguments: [(0.3, 0.3), (0.3, 0.7), (0.15, 0.4), (0.7, 0.3)], [8.0, 30])
  func chance(ends: (light: Double, darkness: Double), stepsPerSecond: Double) {
    for seed in 0..<8 {
      var random = SeededRandom(seed: seed)
      let keying = switchedByChance(
        Int(30 * stepsPerSecond), stepsPerSecond: stepsPerSecond, lightEnds: ends.light,
        darknessEnds: ends.darkness, using: &random)
      #expect(read(FilmedLight(camera: .init(contrastToNoise: 20)).play(keying, seed: seed)).trimmed == "")
    }
  }

  /// - Parameter isNamed: Whether a diagnosis names the light.
  private func expectNothing(
    of film: Film, isNamed: (Diagnosis) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let reading = read(film)
    #expect(reading.trimmed == "", sourceLocation: sourceLocation)
    let isNamedOnce = reading.diagnoses.compactMap { $0 }.contains(where: isNamed)
    #expect(isNamedOnce, "\(reading.diagnoses)", sourceLocation: sourceLocation)
  }

  @Test("Equal letters at the beginning of a message are read", arguments: ["IIII", "SSSSS", "OOOO"])
  func equalLetters(letters: String) throws {
    let message = letters + " FF DVXFQ PN ZUS IDEFM"
    for seed in 1...4 {
      let keying = try Encoder(timing: .itu(wordsPerMinute: 10)).encode(message)
      let film = FilmedLight(camera: .init(contrastToNoise: 20)).play(keying, seed: seed)
      #expect(read(film).trimmed == message)
    }
  }

  @Test("Groups of flashes before a text add at most a few characters to it", arguments: [1.2, 2], [8, 12])
  func flashesBeforeText(period: Double, wordsPerMinute: Double) throws {
    let flashes = (0..<20).flatMap { turn in
      (0..<3).map { flash -> Range<Double> in
        let begin = period * (Double(turn) + 0.15 * Double(flash))
        return begin..<begin + 0.1
      }
    }
    let message = "DE K1A DE K1A MEET ME AT SIX"
    let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message)
    let begin = 20 * period + 2
    let marks = flashes + keying.marks.map { $0.lowerBound + begin..<$0.upperBound + begin }
    let film = FilmedLight(camera: .init(contrastToNoise: 10)).play(
      Keying(marks: marks, characters: []), seed: 3)
    let text = read(film).trimmed.filter { $0 != " " }
    #expect(text.hasSuffix("DEK1ADEK1AMEETMEATSIX"), "\(text)")
    #expect(text.count <= 28, "\(text)")
  }

  @Test(
    "Groups of flashes, of a lighthouse or a computer's heartbeat, give no text in films of any length",
    arguments: [2, 3], [8, 60])
  func flashes(count: Int, groups: Int) {
    let marks = (0..<groups).flatMap { turn in
      (0..<count).map { flash -> Range<Double> in
        let begin = 4 * Double(turn) + 0.6 * Double(flash)
        return begin..<begin + 0.2
      }
    }
    let film = FilmedLight(camera: .init(contrastToNoise: 10)).play(
      Keying(marks: marks, characters: []), seed: 3)
    expectNothing(of: film) {
      if case .flashes(count, let period) = $0 { abs(period - 4) < 0.1 } else { false }
    }
  }
}

@Suite("The language model")
struct TextModelTests {
  private let letters = CodeLetters(.international)

  /// Gain of the model: the log-probability of `text` minus that of its elements alone, in nats per letter.
  private func gain(_ text: String, _ model: inout TextModel) throws -> Double {
    var sum = 0.0
    for word in text.split(separator: " ") {
      model.spaceProbability = 1
      for letter in word {
        sum += try append(letter, &model)
      }
    }
    return sum / Double(text.count)
  }

  @Test(
    "The model makes English and amateurs' English likelier, and random letters hardly less likely"
  )
  func kinds() throws {
    var english = TextModel(), amateur = TextModel(), random = TextModel()
    #expect(try gain("THE EARLY BIRD CATCHES THE WORM", &english) > 0.5)
    #expect(try gain("CQ CQ DE DL1ABC DL1ABC PSE K TNX FER CALL UR RST 599", &amateur) > 0.3)
    #expect(try gain("XQZVJ KWPYF GHXUB QJZXV WKPDF ZZQXJ", &random) > -0.3)
  }

  @Test(
    "Random groups of figures are no evidence for a language")
  func groups() throws {
    var model = TextModel()
    _ = try gain("EH? 8558 0173 U", &model)
    model.spaceProbability = 0
    var apart = model, together = model
    let two = try append("A", &apart) + append("E", &apart)
    let one = try append("R", &together)
    // A stall that joins the two letters to one costs eight nats.
    #expect(abs(one - two) < 5)
  }

  private func append(_ letter: Character, _ model: inout TextModel) throws -> Double {
    let code = try #require(Alphabet.international.codeWord(for: letter))
    return model.append(try #require(letters[code.node]))
  }

  @Test("English is recognised again after a long text of random letters")
  func recovery() throws {
    var model = TextModel()
    _ = try gain(String(repeating: "XQZVJ KWPYF ", count: 200), &model)
    #expect(try gain("THE EARLY BIRD CATCHES THE WORM AND THE WIND IS RISING", &model) > 0.3)
  }

  @Test("Without the model every code word has the probability of its elements")
  func off() throws {
    let letters = CodeLetters(.international, usesLanguage: false)
    var model = TextModel()
    let code = try #require(Alphabet.international.codeWord(for: "Q"))
    #expect(model.append(try #require(letters[code.node])) == 0)
    #expect(abs(model.space - TextModel.wordGapShare) < 1e-6)
  }
}
