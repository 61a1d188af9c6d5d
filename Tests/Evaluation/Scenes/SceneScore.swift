import Capture
import Frames
import Light
import Luma
import Monitor
import Morse

/// How Aldis did in one scene, or in several.
struct SceneScore: Sendable {
  /// Edits that turn what was read into what was sent, and characters sent.
  var errors = 0
  var characters = 0
  /// Lamps of which no torch was found.
  var missed = 0
  /// Torches that are no lamp, and characters that they said.
  var invented = 0
  var falseCharacters = 0
  /// What was sent and, below it, read, where that differs; and what nobody sent.
  var mistakes: [String] = []

  /// Films a scene, and reads the film as `aldis decode` does.
  ///
  /// - Parameters:
  ///   - seesRises: Whether each pixel's calm value is followed, as it is there.
  ///   - keep: Takes the film's grids, as a recording.
  init(_ built: SceneBuilder, seesRises: Bool = true, keep: (([UInt8]) throws -> Void)? = nil) throws {
    var torches: [TorchID: (place: SIMD2<Double>, time: Double)] = [:]
    var receiver = Receiver(.init(decoder: .init(pace: .recording)))
    func note(_ event: MonitorEvent) {
      switch event {
      case .torchFound(let torch, let x, let y, _, let time):
        torches[torch] = torches[torch] ?? (SIMD2(x, y), time)
      case .torchLost(let torch, .some, _): torches[torch] = nil
      default: break
      }
    }
    let film = SimulatedScene(built.scene)
    var recording: [UInt8] = []
    var encoder = GridEncoder()
    var grid = LumaGrid(width: 1, height: 1)
    var baseline = PixelBaseline()
    reading: while true {
      switch try film.next(within: .seconds(1)) {
      case .frame(let frame):
        CPULuma.measure(frame, into: &grid)
        if seesRises { baseline.measure(frame, into: &grid) }
        if keep != nil { encoder.encode(.grid(copy grid), to: &recording) }
        receiver.read(grid, report: note)
      case .lost(let lost): receiver.note(lost, report: note)
      case .changed: continue
      case .nothing: continue
      case .ended: break reading
      }
    }
    receiver.finish(report: note)
    encoder.encode(.closed, to: &recording)
    try keep?(recording)

    var texts = Dictionary(
      uniqueKeysWithValues: receiver.transcripts.map { ($0.torch, Score.plain($0.text)) })
    texts = texts.filter { torches[$0.key] != nil }
    for lamp in built.lamps {
      let own = texts.keys.filter { lamp.isAt(torches[$0]!.place, time: torches[$0]!.time) }
        .sorted { torches[$0]!.time < torches[$1]!.time }
      let read = own.compactMap { texts.removeValue(forKey: $0) }.joined(separator: " ")
      let edits = editDistance(read, lamp.message)
      if own.isEmpty { missed += 1 }
      if edits > 0 { mistakes.append("sent \(lamp.message)\n  read \(read)") }
      errors += edits
      characters += lamp.message.count
    }
    invented = texts.count
    falseCharacters = texts.values.reduce(0) { $0 + $1.count { $0 != " " } }
    mistakes += texts.values.filter { !$0.isEmpty }.map { "sent nothing\n  read \($0)" }
  }

  /// All of them together.
  init(sum scores: [SceneScore]) {
    for score in scores {
      errors += score.errors
      characters += score.characters
      missed += score.missed
      invented += score.invented
      falseCharacters += score.falseCharacters
      mistakes += score.mistakes
    }
  }

  static let titles = ["errors", "missed", "invented", "false characters"]

  var cells: [String] {
    [Score.errors(errors, of: characters), .falseCharacters(missed)]
      .map { characters > 0 ? $0.text : "-" } + ["\(invented)", "\(falseCharacters)"]
  }
}
