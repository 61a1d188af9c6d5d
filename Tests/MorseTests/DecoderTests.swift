import Filming
import Foundation
import Frames
import Testing

@testable import Morse

@Suite("Decoder")
struct DecoderTests {
  @Test(
    "Every speed that the frame rate allows is read without a mistake, live and from a recording",
    arguments: [0.4, 1, 3, 5, 8, 12, 18, 25])
  func everySpeed(wordsPerMinute: Double) throws {
    for pace in [Decoder.Pace.live, .recording] {
      let (film, message) = try film(.itu(wordsPerMinute: wordsPerMinute), FilmedLight(), seed: 2)
      #expect(read(film, pace: pace).trimmed == message)
    }
  }

  @Test(
    "A long exposure makes 30 and 36 words a minute readable", arguments: [30.0, 36])
  func fast(wordsPerMinute: Double) throws {
    let camera = FilmedLight.Camera(exposure: 0.95)
    for seed in 0..<3 {
      let (film, message) = try film(
        .itu(wordsPerMinute: wordsPerMinute), FilmedLight(camera: camera), seed: seed)
      #expect(read(film).trimmed == message)
    }
  }

  @Test("Noise of a fifth of the step causes hardly any errors", arguments: [4.0, 8, 12, 18])
  func noise(wordsPerMinute: Double) throws {
    let camera = FilmedLight.Camera(contrastToNoise: 5)
    #expect(try errorRate(.itu(wordsPerMinute: wordsPerMinute), FilmedLight(camera: camera)) <= 0.01)
  }

  @Test("Noise of a third of the step causes few errors at low speed", arguments: [5.0, 8])
  func strongNoise(wordsPerMinute: Double) throws {
    let camera = FilmedLight.Camera(contrastToNoise: 3)
    #expect(
      try errorRate(.itu(wordsPerMinute: wordsPerMinute), FilmedLight(camera: camera), messages: 16) <= 0.02)
  }

  @Test("A minute of noise before the message adds no text", arguments: [5.0, 10])
  func noiseFirst(contrastToNoise: Double) throws {
    let scene = FilmedLight(
      sender: FilmedLight.Sender(lead: 60), camera: FilmedLight.Camera(contrastToNoise: contrastToNoise))
    var mistakes = 0
    for pace in [Decoder.Pace.live, .recording] {
      for seed in 0..<4 {
        let (film, message) = try film(.itu(wordsPerMinute: 12), scene, seed: seed)
        mistakes += editDistance(read(film, pace: pace).trimmed, message)
      }
    }
    #expect(mistakes <= 3)
  }

  @Test("Text is reported when its samples stop for more than five seconds")
  func cutOff() throws {
    let film = FilmedLight().play(
      try Encoder(timing: .itu(wordsPerMinute: 12)).encode("PARIS GO AHEAD"), seed: 1)
    let levels = film.samples.map(\.level)
    let middle = (levels.min()! + levels.max()!) / 2
    let end = try #require(film.samples.last { $0.level > middle }).start
    var samples = film.samples.filter { $0.start < end + 1 }
    var later = try #require(samples.last)
    later.start += 6
    samples.append(later)
    var decoder = Decoder(.init(pace: .recording))
    var reading = Reading()
    for sample in samples { decoder.receive(sample) { reading.note($0) } }
    #expect(reading.trimmed == "PARIS GO AHEAD")
  }

  @Test(
    "A mark seen in the noise of the first seconds does not hide the light that follows",
    arguments: [109, 191])
  func noiseBeforeClearLight(seed: Int) throws {
    let scene = FilmedLight(
      sender: FilmedLight.Sender(lead: 2.95), camera: FilmedLight.Camera(contrastToNoise: 700))
    let keying = try Encoder(timing: .itu(wordsPerMinute: 7)).encode("LISA AND TOM")
    #expect(read(scene.play(keying, seed: seed)).trimmed == "LISA AND TOM")
  }

  @Test("In a clear light an improbable text is read as it was sent", arguments: [10.0, 12, 15])
  func improbable(wordsPerMinute: Double) throws {
    for message in [
      "EH? 8558 0173 UAEX JEZYOU", "451? 70838 OLFYYB 51 MIGLK TNEYC", "CCC OCYHS 077 000856= 953292,",
    ] {
      let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message)
      for seed in 0..<2 { #expect(read(FilmedLight().play(keying, seed: seed)).trimmed == message) }
    }
  }

  @Test("A lamp that fades to a third is read while ambient light varies")
  func swing() throws {
    let scene = FilmedLight(
      surroundings: .init(
        lamp: { time, _ in 0.65 + 0.35 * cos(2 * .pi * time / 6) },
        ambient: { time, _ in 0.4 - 0.4 * cos(2 * .pi * time / 20) }))
    #expect(try errorRate(.itu(wordsPerMinute: 12), scene, messages: 18) <= 0.04)
  }

  @Test("A sender whose lengths vary by a fifth is mostly read", arguments: [5.0, 10, 15])
  func jitter(wordsPerMinute: Double) throws {
    #expect(
      try errorRate(
        .itu(wordsPerMinute: wordsPerMinute), FilmedLight(sender: FilmedLight.Sender(jitter: 0.2)))
        <= 0.12)
  }

  @Test("A word that a beginner sends again and again with pauses of eight seconds is read")
  func repeatedWord() throws {
    let word = try Encoder(timing: .itu(wordsPerMinute: 8)).encode("SOS").marks
    let interval = word.last!.upperBound + 8
    let marks = (0..<5).flatMap { turn in
      word.map { $0.lowerBound + Double(turn) * interval..<$0.upperBound + Double(turn) * interval }
    }
    let scene = FilmedLight(sender: .init(jitter: 0.15), camera: .init(contrastToNoise: 30))
    let errors = (0..<16).map { seed in
      let film = scene.play(Keying(marks: marks, characters: []), seed: seed)
      return editDistance(read(film).trimmed, "SOS SOS SOS SOS SOS")
    }
    #expect(errors.reduce(0, +) <= 8, "\(errors)")
  }

  @Test(
    "Text with longer pauses than usual is read without errors",
    arguments: [
      Timing.farnsworth(character: 18, overall: 8), .farnsworth(character: 15, overall: 5), .morseTorch,
    ])
  func stretched(timing: Timing) throws {
    #expect(try errorRate(timing, FilmedLight()) == 0)
  }

  @Test(
    "Light after a long time without samples begins another word", arguments: [Decoder.Pace.live, .recording])
  func unseen(pace: Decoder.Pace) throws {
    let twelve = Timing.itu(wordsPerMinute: 12)
    let before = try Encoder(timing: twelve).encode("CQ CQ READ")
    let after = try Encoder(timing: twelve).encode("ING CQ CQ")
    let first = FilmedLight(sender: .init(tail: 0.3)).play(before, seed: 1)
    let second = FilmedLight(sender: .init(lead: 0.3)).play(after, seed: 2)
    let reading = read(
      first.samples
        + second.samples.map { sample in
          var sample = sample
          sample.start += first.duration + 10
          return sample
        }, pace: pace)
    #expect(reading.trimmed == "CQ CQ READ ING CQ CQ")
  }

  @Test("Dashes and gaps of unusual length are learned", arguments: [(2.2, 1.0), (4, 1), (3, 0.5), (3, 2)])
  func unusualTiming(dash: Double, gap: Double) throws {
    var timing = Timing.itu(wordsPerMinute: 8)
    timing.dash = dash
    timing.elementGap = gap
    #expect(try errorRate(timing, FilmedLight()) <= 0.01)
  }

  @Test("Lost frames do not count as darkness")
  func lostFrames() throws {
    let camera = FilmedLight.Camera(lost: 0.15)
    #expect(try errorRate(.itu(wordsPerMinute: 10), FilmedLight(camera: camera)) <= 0.02)
  }

  @Test("A stall of seven frames only lengthens a segment: a dot remains a dot, and a character is not split")
  func stalls() throws {
    let message = "PARIS PARIS PARIS PARIS WHAT HATH"
    let keying = try Encoder(timing: .itu(wordsPerMinute: 5.7)).encode(message)
    let film = FilmedLight().play(keying, seed: 1)
    let shift = film.marks[0].lowerBound
    let last = keying.characters[keying.characters.count - 4].range
    let unit = 1.2 / 5.7
    // The stall is in a dot of the last word, in the space after it, or after the character.
    for moment in [last.lowerBound + 0.5 * unit, last.lowerBound + 1.5 * unit, last.upperBound + unit] {
      var stalling = film
      let place = try #require(film.frames.firstIndex { $0.start > moment + shift })
      stalling.frames.insert(contentsOf: repeatElement(film.frames[place], count: 7), at: place)
      for index in place..<stalling.frames.count {
        stalling.frames[index].start = film.frames[0].start + Double(index) / 30
      }
      #expect(read(stalling).trimmed == message)
    }
  }

  @Test(
    "A message that starts with only dots or only dashes is read",
    arguments: ["EISH5 PARIS 73", "TTT DE W1AW", "SOS SOS DE ALDIS"])
  func oneSidedStart(message: String) throws {
    for wordsPerMinute in [5.0, 12, 20] {
      let film = FilmedLight().play(
        try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message), seed: 1)
      #expect(read(film).trimmed == message)
    }
  }

  @Test("Live, a character of a clear message comes at most four characters late")
  func latency() throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("PARIS PARIS PARIS PARIS PARIS")
    let film = FilmedLight(camera: FilmedLight.Camera(contrastToNoise: 5)).play(keying, seed: 4)
    let shift = film.marks[0].lowerBound
    var decoder = Decoder(.init(alphabet: .international, pace: .live))
    var late: [Int] = []
    for sample in film.samples {
      decoder.receive(sample) { event in
        guard case .character(let character) = event else { return }
        let sent = keying.characters.count { $0.range.upperBound + shift <= sample.start }
        let read = keying.characters.count { $0.range.upperBound + shift <= character.end + 0.05 }
        late.append(sent - read)
      }
    }
    // The first characters wait until the message gate opens.
    #expect(late.count > 15)
    #expect(late.dropFirst(4).allSatisfy { $0 <= 4 })
  }

  @Test("Characters that are not reported yet are in the draft")
  func provisional() throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("PARIS PARIS")
    var decoder = Decoder(.init(alphabet: .international, pace: .recording))
    var seen: Set<String> = []
    for sample in FilmedLight().play(keying, seed: 4).samples {
      decoder.receive(sample) { _ in }
      seen.insert(text(of: decoder.provisional))
    }
    #expect(seen.contains { $0.hasSuffix("PARI") })
    #expect(seen.contains { $0.hasSuffix("PARIS PAR") })
    decoder.finish { _ in }
    #expect(decoder.provisional == [])
  }

  @Test("A light that only blinks has an empty draft")
  func blinkingDraft() {
    var decoder = Decoder()
    var drafts: [[DraftPart]] = []
    for index in 0..<(30 * 60) {
      decoder.receive(sample(index, level: index % 20 < 10 ? 100 : 140)) { _ in }
      if index > 30 * 30 { drafts.append(decoder.provisional) }
    }
    #expect(drafts.allSatisfy { $0.isEmpty })
  }

  private func text(of draft: [DraftPart]) -> String {
    draft.map { part in
      switch part {
      case .codeWord(let code): Alphabet.international.sign(for: code) ?? DecodedCharacter.unknown
      case .wordGap: " "
      }
    }
    .joined()
  }

  @Test("A torch that returns after its end does not repeat its text")
  func afterTheEnd() throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("PARIS PARIS")
    var decoder = Decoder()
    var reading = Reading()
    for index in 0..<(30 * 20) {
      decoder.receive(sample(index, level: index % 20 < 10 ? 100 : 140)) { reading.note($0) }
    }
    decoder.finish { reading.note($0) }
    for var sample in FilmedLight().play(keying, seed: 4).samples {
      sample.start += 1000
      decoder.receive(sample) { reading.note($0) }
    }
    decoder.finish { reading.note($0) }
    #expect(reading.characters.map(\.sign).joined() == "PARISPARIS")
  }

  @Test("A change to twice the speed is tracked, even within a character")
  func speedStep() throws {
    let sender = FilmedLight.Sender(speedFactor: { time, duration in time < duration / 2 ? 1 : 2 })
    for pace in [Decoder.Pace.live, .recording] {
      #expect(try errorRate(.itu(wordsPerMinute: 8), FilmedLight(sender: sender), pace: pace) <= 0.04)
    }
  }

  @Test("Both speeds of Farnsworth spacing are found")
  func speeds() throws {
    let timing = Timing.farnsworth(character: 18, overall: 8)
    let keying = try Encoder(timing: timing).encode("PARIS PARIS PARIS PARIS")
    var decoder = Decoder()
    for sample in FilmedLight().play(keying, seed: 1).samples { decoder.receive(sample) { _ in } }
    decoder.finish { _ in }
    #expect(abs(try #require(decoder.wordsPerMinute) / 18 - 1) < 0.1)
    #expect(abs(try #require(decoder.overallWordsPerMinute) / 8 - 1) < 0.15)
  }

  @Test("Uncertain characters have an alternative, and hardly any others")
  func alternative() throws {
    var inNoise: [DecodedCharacter] = []
    var inClearLight: [DecodedCharacter] = []
    for seed in 0..<6 {
      let camera = FilmedLight.Camera(contrastToNoise: 3)
      let (noisy, _) = try film(.itu(wordsPerMinute: 15), FilmedLight(camera: camera), seed: seed)
      inNoise += read(noisy).characters.filter { !$0.alternative.isEmpty }
      let (clear, _) = try film(.itu(wordsPerMinute: 15), FilmedLight(), seed: seed)
      inClearLight += read(clear).characters.filter { !$0.alternative.isEmpty }
    }
    #expect(inNoise.count > 5 * max(1, inClearLight.count))
    #expect(inNoise.allSatisfy { $0.confidence < 0.95 && $0.alternative != [$0.code] })
  }

  @Test("No text is read from light without text")
  func nothing() {
    func text(_ level: (Int) -> Double, count: Int = 30 * 120) -> String {
      read((0..<count).map { sample($0, level: level($0)) }).trimmed
    }
    var random = SeededRandom(seed: 3)
    #expect(text({ _ in 100 }) == "")
    #expect(text({ _ in 100 + 5 * random.normal() }) == "")
    #expect(text({ $0 < 1800 ? 100 : 140 }) == "")
    #expect(text({ $0 % 20 < 10 ? 100 : 140 }) == "")
    #expect(text({ _ in .nan }) == "")
    #expect(text({ _ in .infinity }) == "")
    #expect(text({ 100 + Double($0) }, count: 2) == "")
    #expect(text({ _ in 100 }, count: 0) == "")
  }

  @Test("Samples and speeds of any value, in any order, give valid characters", arguments: UInt64(0)..<8)
  func anyValues(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let values = [0, -1, 1e-300, 1e300, -1e300, 1e9, -1e9, .nan, .infinity, -.infinity]
    func any(but usual: Double) -> Double {
      Int.random(in: 0..<500, using: &random) == 0 ? values.randomElement(using: &random) ?? 0 : usual
    }
    let marks = try Encoder(timing: .itu(wordsPerMinute: 12))
      .encode(Array(repeating: "PARIS", count: 40).joined(separator: " ")).marks
    var decoder = Decoder(.init(pace: seed % 2 == 0 ? .live : .recording, wordsPerMinute: any(but: 12)))
    var reading = Reading()
    var start = 0.0
    for index in 0..<6000 {
      start = any(but: start + 1 / 30.0)
      let isLit = marks.contains { $0.contains(Double(index) / 30) }
      let level = (isLit ? 130 : 100) + Double.random(in: -3...3, using: &random)
      let sample = LightSample(
        torch: TorchID(0), start: start, exposure: any(but: 1 / 60.0), level: any(but: level),
        noise: any(but: 1), quantum: any(but: 0), isInformative: index % 50 != 0, clipped: any(but: 0))
      decoder.receive(sample) { reading.note($0) }
      if index % 700 == 0 { decoder.holdSpeed(wordsPerMinute: values.randomElement(using: &random)) }
      if index % 900 == 0 { decoder.forgetDraft(before: any(but: start)) }
      if !start.isFinite || abs(start) > 1e10 { start = 100 }
    }
    decoder.finish { reading.note($0) }
    #expect(!reading.characters.isEmpty)
    #expect(reading.characters.allSatisfy { $0.start <= $0.end && (0...1).contains($0.confidence) })
  }

  @Test(
    "A sample with a value that is not finite is left out",
    arguments: [\.start, \.exposure, \.level, \.quantum] as [WritableKeyPath<LightSample, Double> & Sendable])
  func notFinite(value: WritableKeyPath<LightSample, Double> & Sendable) throws {
    let samples = try film(.itu(wordsPerMinute: 12), FilmedLight(), seed: 1).0.samples
    var spoiled = samples
    for index in stride(from: 0, to: samples.count, by: 40) { spoiled[index][keyPath: value] = .nan }
    let others = samples.indices.filter { $0 % 40 != 0 }.map { samples[$0] }
    #expect(read(spoiled).trimmed == read(others).trimmed)
  }

  @Test("An exposure time of hours needs no memory for hours")
  func endlessExposure() throws {
    var intake = SampleIntake()
    for index in 0..<200 {
      _ = intake.append(sample(index, level: 100, exposure: 7200))
    }
    _ = intake.finish()
    let ticks = try #require(intake.ticks)
    #expect(ticks.time(of: ticks.last) < 200 / 30 + 6)
  }

  @Test("A light that returns after a long time is read again")
  func interruption() throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("PARIS")
    var decoder = Decoder()
    var reading = Reading()
    for start in [0, 1e9] {
      for var sample in FilmedLight().play(keying, seed: 4).samples {
        sample.start += start
        decoder.receive(sample) { reading.note($0) }
      }
    }
    decoder.finish { reading.note($0) }
    #expect(reading.trimmed == "PARIS PARIS")
  }

  /// A sample of a camera with 30 frames a second.
  private func sample(_ index: Int, level: Double, exposure: Double = 1 / 60.0) -> LightSample {
    LightSample(torch: TorchID(0), start: Double(index) / 30, exposure: exposure, level: level, noise: 1)
  }

  private func film(_ timing: Timing, _ scene: FilmedLight, seed: Int) throws -> (film: Film, message: String)
  {
    var random = SeededRandom(seed: seed)
    let message = randomMessage(words: 6, using: &random)
    return (scene.play(try Encoder(timing: timing).encode(message), seed: seed), message)
  }

  private func errorRate(
    _ timing: Timing, _ scene: FilmedLight, messages: Int = 6, pace: Decoder.Pace = .recording
  ) throws -> Double {
    var errors = 0
    var characters = 0
    for seed in 0..<messages {
      let (film, message) = try film(timing, scene, seed: seed)
      errors += editDistance(read(film, pace: pace).trimmed, message)
      characters += message.count
    }
    return Double(errors) / Double(characters)
  }
}
