import Capture
import Dispatch
import Filming
import Foundation
import Frames
import Luma
import Morse
import Testing

@testable import Monitor

/// All steps of receiving, from simulated pictures to text.
@Suite("Session")
struct SessionTests {
  private static func scene(_ text: String, drops: Double = 0) throws -> SceneDescription {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 15)).encode(text)
    return SceneDescription(
      width: 160, height: 120, torches: [SimulatedTorch(marks: keying.marks, radius: 5)], drops: drops,
      backdrop: .texture(seed: 3))
  }

  @Test(
    "above the limit of torches, the oldest one that is lost is removed",
    arguments: [(1, ["DE "]), (2, ["CQ CQ ", "DE "])])
  func forgets(_ capacity: Int, _ texts: [String]) throws {
    var scene = try Self.scene("CQ CQ")
    scene.torches[0].centre = SIMD2(35, 60)
    // A torch is lost after half a minute of darkness.
    let later = try Encoder(timing: .itu(wordsPerMinute: 15)).encode("DE").marks.map {
      $0.lowerBound + 40..<$0.upperBound + 40
    }
    scene.torches.append(SimulatedTorch(marks: later, centre: SIMD2(125, 60), radius: 5))
    let (session, _) = try run(.init(torchCapacity: capacity)) { [scene] in SimulatedScene(scene) }
    #expect(session.snapshot.transcripts.map(\.text) == texts)
  }

  /// Runs a session to the end of its frames.
  ///
  /// - Returns: The session, and the events that it reported.
  private func run(
    _ configuration: Receiver.Configuration = .init(),
    _ open: @escaping @Sendable () throws(CaptureError) -> any FrameSource
  ) throws -> (session: Session, events: [MonitorEvent]) {
    let thread = CaptureThread(open: open)
    var events: [MonitorEvent] = []
    let session = Session(name: "test", queue: thread.queue, configuration: configuration) {
      events.append($0)
    }
    var grid = LumaGrid(width: 1, height: 1)
    while session.outcome == nil {
      try session.drain(within: .seconds(10)) { frame, deliver in
        CPULuma.measure(frame, into: &grid)
        deliver(grid)
      }
    }
    thread.stop()
    return (session, events)
  }

  @Test("the text of a scene is read and shown in the snapshot")
  func text() throws {
    let scene = try Self.scene("CQ DE ALDIS")
    let (session, events) = try run { SimulatedScene(scene) }
    let snapshot = session.snapshot
    #expect(session.outcome == .ended)
    #expect(snapshot.transcripts.map(\.text) == ["CQ DE ALDIS "])
    #expect(snapshot.torches.map(\.id.letter) == ["A"])
    #expect(session.frameCount == scene.frameCount)
    #expect(snapshot.status.framesLost == 0)
    let rate = try #require(snapshot.status.frameRate)
    #expect(abs(rate - scene.rate) < 0.01)
    let speed = try #require(snapshot.status.wordsPerMinute)
    #expect(abs(speed - 15) < 1)
    guard case .ended = snapshot.source else {
      Issue.record("the source has ended")
      return
    }
    #expect(
      events.first == .camera(CameraEvent(.streaming, info: try #require(snapshot.source.info), time: 0)))
  }

  @Test(
    "after a seek, new text follows the earlier text, and the user's settings are kept"
  )
  func sought() throws {
    let folder = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a.y4m"
    try Self.film(try Self.scene("CQ DE ALDIS"), to: path)
    let thread = CaptureThread(open: { () throws(CaptureError) in try RecordingSource.open(path) })
    var states: [CameraEvent.State] = []
    let session = Session(name: "test", queue: thread.queue) {
      if case .camera(let event) = $0 { states.append(event.state) }
    }
    var grid = LumaGrid(width: 1, height: 1)
    func read() throws {
      repeat {
        try session.drain(within: .seconds(10)) { frame, deliver in
          CPULuma.measure(frame, into: &grid)
          deliver(grid)
        }
      } while session.outcome == nil
    }
    try read()
    #expect(session.snapshot.text == "CQ DE ALDIS")
    session.setSensitivity(.manual(0.6))
    thread.seek(to: .zero)
    try session.drain(within: .seconds(10)) { _, _ in }
    #expect(session.snapshot.text == "CQ DE ALDIS" && session.snapshot.sensitivity == .manual(0.6))
    try read()
    #expect(session.snapshot.text == "CQ DE ALDIS CQ DE ALDIS")
    session.setAlphabet(.alphabet(.russian))
    #expect(session.snapshot.text == "ЦЩ ДЕ АЛДИС ЦЩ ДЕ АЛДИС")
    #expect(states == [.streaming, .ended, .streaming, .ended])
    thread.stop()
  }

  @Test("only the torch inside the region is read; without a region both are read")
  func region() throws {
    var scene = try Self.scene("CQ CQ CQ CQ")
    let other = try Encoder(timing: .itu(wordsPerMinute: 15)).encode("DE DE DE DE DE")
    scene.torches[0].centre = SIMD2(35, 60)
    scene.torches.append(SimulatedTorch(marks: other.marks, centre: SIMD2(125, 60), radius: 5))
    func text(_ area: PictureArea?) throws -> String {
      let thread = CaptureThread(open: { [scene] in SimulatedScene(scene) })
      let session = Session(name: "test", queue: thread.queue) { _ in }
      session.watch(area)
      var grid = LumaGrid(width: 1, height: 1)
      while session.outcome == nil {
        try session.drain(within: .seconds(10)) { frame, deliver in
          CPULuma.measure(frame, into: &grid)
          deliver(grid)
        }
      }
      thread.stop()
      return session.snapshot.text
    }
    #expect(try text(PictureArea(x: 0, y: 0, width: 80, height: 120)) == "CQ CQ CQ CQ")
    #expect(try text(PictureArea(x: 80, y: 0, width: 80, height: 120)) == "DE DE DE DE DE")
    #expect(
      Set(try text(nil).split(separator: "\n").map { $0.dropFirst(3) }) == ["CQ CQ CQ CQ", "DE DE DE DE DE"])
  }

  @Test("the trace shows the first torch, or the torch that the user chose")
  func trace() throws {
    var scene = try Self.scene("CQ CQ CQ CQ")
    let other = try Encoder(timing: .itu(wordsPerMinute: 15)).encode("DE DE DE DE DE")
    scene.torches[0].centre = SIMD2(35, 60)
    scene.torches.append(SimulatedTorch(marks: other.marks, centre: SIMD2(125, 60), radius: 5))
    let (session, _) = try run { [scene] in SimulatedScene(scene) }
    let ids = session.snapshot.torches.map(\.id)
    #expect(ids.count == 2)
    var traces: [LightTrace] = []
    for torch in ids + [ids[0]] {
      #expect(session.snapshot.tracedTorch?.id == torch)
      traces.append(session.snapshot.trace)
      session.traceNext()
    }
    #expect(traces[0] == traces[2] && traces[0].points.map(\.isOn) != traces[1].points.map(\.isOn))
    session.trace(ids[1])
    #expect(session.snapshot.trace == traces[1])
    session.trace(TorchID(9))
    #expect(session.snapshot.trace == traces[0])
  }

  /// Writes a scene as YUV4MPEG2.
  static func film(_ scene: SceneDescription, to path: String) throws {
    let source = SimulatedScene(scene)
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let header = Y4MHeader(format: source.info.format, rate: .init(30, per: 1))
    let writer = try Y4MWriter(descriptor: descriptor, header: header)
    while case .frame(let frame) = try source.next(within: .seconds(1)) { try writer.write(frame) }
  }

  @Test("the alphabet is detected while text is read, and earlier text is rewritten")
  func alphabet() throws {
    let text = "ΟΛΟΙ ΟΙ ΑΝΘΡΩΠΟΙ ΓΕΝΝΙΟΥΝΤΑΙ ΕΛΕΥΘΕΡΟΙ ΚΑΙ ΙΣΟΙ ΣΤΗΝ ΑΞΙΟΠΡΕΠΕΙΑ"
    let keying = try Encoder(alphabet: .greek, timing: .itu(wordsPerMinute: 20)).encode(text)
    let scene = SceneDescription(
      width: 160, height: 120, torches: [SimulatedTorch(marks: keying.marks, radius: 5)],
      backdrop: .texture(seed: 3))
    let rules = CopyingRules(alphabet: .automatic)
    let (session, _) = try run(.init(copying: rules)) { SimulatedScene(scene) }
    #expect(session.snapshot.transcripts.map(\.text) == [text + " "])
  }

  /// A lamp whose light is not Morse code.
  private static func lamp(_ marks: [Range<Double>]) -> SceneDescription {
    SceneDescription(
      width: 160, height: 120, torches: [SimulatedTorch(marks: marks, radius: 5)],
      backdrop: .texture(seed: 3))
  }

  @Test("a turn signal is diagnosed as blinking once, and does not become a torch")
  func blinking() throws {
    let marks = stride(from: 2, to: 22, by: 0.7).map { $0..<$0 + 0.35 }
    let (session, events) = try run { SimulatedScene(Self.lamp(marks)) }
    let diagnoses = events.compactMap { event -> Diagnosis?? in
      if case .diagnosis(_, let diagnosis, _) = event { .some(diagnosis) } else { nil }
    }
    #expect(diagnoses.map { $0?.kind } == [.blinking])
    #expect(session.snapshot.diagnosis?.kind == .blinking)
  }

  /// A light with random durations, as the changing pictures of a screen cause in its surroundings.
  private static func screen(seed: Int, until end: Double) -> SimulatedTorch {
    var random = SeededRandom(seed: seed)
    func length() -> Double { 0.08 - 0.5 * log(Double.random(in: 0.001..<1, using: &random)) }
    var marks: [Range<Double>] = []
    var time = 0.0
    while time < end {
      let mark = length()
      marks.append(time..<time + mark)
      time += mark + length()
    }
    return SimulatedTorch(marks: marks, centre: SIMD2(40, 60), radius: 12, brightness: 60)
  }

  @Test(
    "a light without text gets no letter; it is a candidate with a diagnosis",
    arguments: [2, 5, 7])
  func screen(seed: Int) throws {
    var scene = Self.lamp([])
    scene.torches = [Self.screen(seed: seed, until: 40)]
    let (session, events) = try run { [scene] in SimulatedScene(scene) }
    let kinds = Set(events.map { EventRecord($0).event })
    #expect(kinds.isDisjoint(with: ["torch", "light", "character", "word"]))
    #expect(events.contains { if case .diagnosis(nil, .irregular, _) = $0 { true } else { false } })
    #expect(session.snapshot.torches.isEmpty)
    #expect(session.snapshot.transcripts.isEmpty)
    let candidate = try #require(session.snapshot.candidate)
    #expect(abs(candidate.x - 40) < 8 && abs(candidate.y - 60) < 8)
  }

  @Test("a lamp beside a screen becomes torch A, and its events begin with its first mark")
  func lampBesideScreen() throws {
    var scene = try Self.scene("CQ DE ALDIS")
    let keying = try Encoder(timing: .itu(wordsPerMinute: 15)).encode("CQ DE ALDIS")
    let end = try #require(keying.marks.last).upperBound
    scene.torches[0].centre = SIMD2(125, 60)
    scene.torches.append(Self.screen(seed: 2, until: end))
    let (session, events) = try run { [scene] in SimulatedScene(scene) }
    #expect(session.snapshot.transcripts.map(\.text) == ["CQ DE ALDIS "])
    #expect(session.snapshot.transcripts.map(\.torch.letter) == ["A"])
    let edges = events.compactMap { event in if case .light(let edge) = event { edge } else { nil } }
    #expect(edges.count == 2 * keying.marks.count)
    #expect(edges.allSatisfy { $0.torch.letter == "A" })
  }

  @Test("there is no diagnosis while text is read")
  func noDiagnosis() throws {
    let scene = try Self.scene("CQ CQ DE ALDIS ALDIS CQ")
    let (session, events) = try run { SimulatedScene(scene) }
    #expect(session.snapshot.diagnosis == nil)
    #expect(!events.contains { if case .diagnosis = $0 { true } else { false } })
  }

  @Test("a torch is found before its edges, its edges alternate, and a word follows its characters")
  func order() throws {
    let scene = try Self.scene("SOS SOS")
    let (_, events) = try run { SimulatedScene(scene) }
    var isOn = false
    var letters = ""
    var words: [String] = []
    var isFound = false
    for event in events {
      switch event {
      case .torchFound: isFound = true
      case .light(let edge):
        #expect(isFound)
        #expect(edge.isOn != isOn)
        isOn = edge.isOn
      case .character(_, let character): letters += character.sign
      case .word(_, let text, _):
        #expect(letters.hasSuffix(text))
        words.append(text)
      default: continue
      }
    }
    #expect(words == ["SOS", "SOS"])
    #expect(!isOn)
  }

  @Test("lost frames are counted and reported, and the text is still read")
  func drops() throws {
    let scene = try Self.scene("SOS DE ALDIS", drops: 0.03)
    let (session, events) = try run { SimulatedScene(scene) }
    let lostCount = events.reduce(0) { sum, event in
      if case .framesLost(let lost) = event { sum + lost.count } else { sum }
    }
    #expect(lostCount > 0)
    #expect(session.snapshot.status.framesLost == lostCount)
    #expect(session.frameCount + lostCount == scene.frameCount)
    #expect(session.snapshot.transcripts.map(\.text) == ["SOS DE ALDIS "])
  }

  @Test("a gap is reported after the frames before it, even if a pass reads back one frame late")
  func gapsInOrder() throws {
    let scene = try Self.scene("SOS DE ALDIS", drops: 0.03)
    let thread = CaptureThread(open: { SimulatedScene(scene) })
    var latest = 0.0
    var reported: [FramesLost] = []
    let session = Session(name: "test", queue: thread.queue) { event in
      guard case .framesLost(let lost) = event else { return }
      reported.append(lost)
      #expect(abs((lost.time.seconds - latest) * scene.rate - Double(lost.count + 1)) < 0.01)
    }
    var late: LumaGrid?
    func deliver(_ deliver: (LumaGrid) -> Void) {
      guard let grid = late.take() else { return }
      latest = grid.timestamp.seconds
      deliver(grid)
    }
    while session.outcome == nil {
      session.drain(within: .seconds(10)) { frame, next in
        deliver(next)
        var grid = LumaGrid(width: 1, height: 1)
        CPULuma.measure(frame, into: &grid)
        late = grid
      } drain: {
        deliver($0)
      }
    }
    thread.stop()
    let recent = reported.filter { reported.last!.time - $0.time <= LightTrace.span }
    try #require(recent.count > 3)
    let shown = session.snapshot.incidents.all.reduce(0) { sum, incident in
      if case .framesLost(let count) = incident.kind { sum + count } else { sum }
    }
    #expect(shown == recent.reduce(0) { $0 + $1.count })
  }

  @Test("draining returns even if the source always has frames")
  func endless() throws {
    let scene = try EagerScene(Self.scene("SOS SOS"))
    let thread = CaptureThread { () throws(CaptureError) in scene }
    let session = Session(name: "test", queue: thread.queue) { _ in }
    var measured = 0
    // The report of streaming and the first frame are waiting in the queue.
    scene.waitForFrame(1)
    try session.drain(within: .seconds(10)) { _, _ in
      measured += 1
      // The next frame waits in the queue before this one is finished.
      if measured < 50 { scene.waitForFrame(measured + 1) }
    }
    thread.stop()
    #expect((1..<50).contains(measured))
    #expect(session.frameCount == measured)
    #expect(session.outcome == nil)
  }

  @Test("the error of a source that cannot be opened is in the snapshot and in the events")
  func failure() throws {
    let (session, events) = try run { () throws(CaptureError) in throw .cameraBusy("/dev/video0") }
    let message = CaptureError.cameraBusy("/dev/video0").message
    #expect(session.outcome == .failed(.cameraBusy("/dev/video0")))
    #expect(session.snapshot.source == .failed(.cameraBusy("/dev/video0")))
    #expect(events == [.camera(CameraEvent(.failed, name: "test", message: message, time: 0))])
  }
}

/// A scene that reports how many frames were read from it.
private final class EagerScene: FrameSource, @unchecked Sendable {
  private let scene: SimulatedScene
  private let calls = DispatchSemaphore(value: 0)
  private var callCount = 0

  init(_ description: SceneDescription) { scene = SimulatedScene(description) }

  var info: SourceInfo { scene.info }

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    calls.signal()
    return try scene.next(within: timeout)
  }

  /// Waits until the frame `number`, counted from 1, is in the queue: until the source is asked for the frame after it.
  func waitForFrame(_ number: Int) {
    while callCount <= number {
      calls.wait()
      callCount += 1
    }
  }
}

@Suite("Frame rate")
struct FrameRateMeterTests {
  @Test(
    "the frame rate is measured from timestamps over about a second",
    arguments: [24.0, 29.97, 60, 120])
  func rate(_ rate: Double) throws {
    var meter = FrameRateMeter()
    #expect(meter.value == nil)
    for index in 0..<500 { meter.note(Timestamp(seconds: Double(index) / rate)) }
    #expect(abs(try #require(meter.value) - rate) < 1e-3)
  }

  @Test("a change of the rate shows within a second, and a jump of the time axis at once")
  func change() throws {
    var meter = FrameRateMeter()
    for index in 0..<100 { meter.note(Timestamp(seconds: Double(index) / 30)) }
    let time = 99.0 / 30
    for index in 1...20 { meter.note(Timestamp(seconds: time + Double(index) / 15)) }
    #expect(abs(try #require(meter.value) - 15) < 0.5)
    meter.note(Timestamp(seconds: 1000))
    #expect(meter.value == nil)
  }
}

extension SessionTests {
  @Test("a speed lock is shown, has effect, and can be removed")
  func speedLock() throws {
    let scene = try Self.scene("CQ DE ALDIS")
    let (session, _) = try run(.init(decoder: .init(wordsPerMinute: 14))) { SimulatedScene(scene) }
    #expect(session.snapshot.text == "CQ DE ALDIS")
    #expect(session.snapshot.speedLock == 14)
    #expect(abs(try #require(session.snapshot.status.wordsPerMinute) / 14 - 1) < 0.11)
    session.setSpeedLock(session.snapshot.status.wordsPerMinute)
    #expect(session.snapshot.speedLock == session.snapshot.status.wordsPerMinute)
    session.setSpeedLock(nil)
    #expect(session.snapshot.speedLock == nil)
    #expect(session.snapshot.text == "CQ DE ALDIS")
  }

  @Test("another alphabet rewrites the text, and cleared text can be restored")
  func alphabetAndClearing() throws {
    let scene = try Self.scene("CQ DE ALDIS")
    let (session, _) = try run { SimulatedScene(scene) }
    #expect(session.snapshot.text == "CQ DE ALDIS")
    session.setAlphabet(.alphabet(.russian))
    #expect(session.snapshot.text == "ЦЩ ДЕ АЛДИС")
    session.setAlphabet(.alphabet(.latin))
    #expect(session.snapshot.text == "CQ DE ALDIS")
    session.clearText()
    #expect(session.snapshot.text == "")
    #expect(session.snapshot.transcripts.map(\.isEmpty) == [true])
    session.restoreText()
    #expect(session.snapshot.text == "CQ DE ALDIS")
    session.restoreText()
    #expect(session.snapshot.text == "CQ DE ALDIS")
  }

  @Test("after clearing, the shown draft does not return, and later characters are read")
  func clearingDraft() throws {
    let scene = try Self.scene("CQ CQ DE ALDIS")
    let thread = CaptureThread(open: { SimulatedScene(scene) })
    let session = Session(name: "test", queue: thread.queue) { _ in }
    var grid = LumaGrid(width: 1, height: 1)
    var cleared: Double?
    while session.outcome == nil {
      try session.drain(within: .seconds(10)) { frame, deliver in
        CPULuma.measure(frame, into: &grid)
        deliver(grid)
      }
      guard let transcript = session.snapshot.transcripts.first else { continue }
      let time = try #require(session.snapshot.position).seconds
      if let cleared {
        // At 15 words per minute, rarely more than one letter begins in 0.3 s.
        if time < cleared + 0.3 { #expect(transcript.draft.count < 2, "\(transcript.draft)") }
      } else if transcript.entries.isEmpty, transcript.draft.count > 4 {
        session.clearText()
        cleared = time
        #expect(session.snapshot.transcripts[0].isEmpty)
      }
    }
    thread.stop()
    let begin = try #require(cleared)
    for case .character(let character) in session.snapshot.transcripts[0].entries {
      #expect(character.start >= begin - 0.1, "\(character)")
    }
    #expect(session.snapshot.text.hasSuffix("ALDIS") && session.snapshot.text != "CQ CQ DE ALDIS")
  }

  @Test("after clearing, text is read on another time axis with earlier times")
  func clearingAndAnotherAxis() throws {
    var receiver = Receiver()
    // The time axis of a camera may start again when it is plugged in again.
    for start in [1000.0, 0] {
      let source = SimulatedScene(try Self.scene("CQ DE ALDIS"))
      var grid = LumaGrid(width: 1, height: 1)
      reading: while true {
        switch try source.next(within: .seconds(1)) {
        case .frame(let frame):
          CPULuma.measure(frame, into: &grid)
          grid.timestamp = Timestamp(seconds: grid.timestamp.seconds + start)
          receiver.read(grid) { _ in }
        case .ended: break reading
        default: continue
        }
      }
      if start > 0 { receiver.clearText() }
    }
    receiver.finish { _ in }
    #expect(receiver.transcripts.map(\.text) == ["CQ DE ALDIS "])
  }
}
