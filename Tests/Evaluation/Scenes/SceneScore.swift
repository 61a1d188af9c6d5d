import Capture
import Frames
import Monitor
import Morse

/// The mistakes of Aldis in one scene.
struct SceneScore: Sendable {
  /// Edits that turn the texts read into those sent, and characters sent.
  var errors = 0
  var characters = 0
  /// Lamps for which no torch was found.
  var missed = 0
  /// Torches found where there is no lamp, and the characters read from them.
  var falseTorches = 0
  var falseCharacters = 0
  /// The text sent and, below it, the text read, for each lamp that was misread. Also each text that was not sent.
  var mistakes: [String] = []

  /// Reads the film of a scene as `aldis decode` does.
  ///
  /// - Parameters:
  ///   - measuresBackground: Whether the background is measured, as `aldis decode` does.
  ///   - cache: See ``SceneFilm``.
  ///   - keep: Receives the film as a grid recording.
  init(
    _ built: SceneBuilder, measuresBackground: Bool = true,
    cache: (EvaluationCache, renderer: StableHash)? = nil,
    keep: (([UInt8]) throws -> Void)? = nil
  ) throws {
    let film = SceneFilm(
      scene: built.scene, measuresBackground: measuresBackground, codec: built.codec, cache: cache)
    func newReceiver() -> Receiver { Receiver(.init(decoder: .init(pace: .recording))) }
    var torches: [TorchID: (place: SIMD2<Double>, time: Double)] = [:]
    var receiver = newReceiver()
    var recording: [UInt8] = []
    var encoder = GridEncoder()
    func note(_ event: MonitorEvent) {
      switch event {
      case .torchFound(let torch, let x, let y, _, let time):
        torches[torch] = torches[torch] ?? (SIMD2(x, y), time)
      case .torchLost(let torch, .some, _): torches[torch] = nil
      default: break
      }
    }
    try film.play {
      torches = [:]
      receiver = newReceiver()
      recording = []
      encoder = GridEncoder()
    } _: { record in
      if keep != nil { encoder.encode(record, to: &recording) }
      receiver.take(record, report: note)
    }
    receiver.finish(report: note)
    encoder.encode(.closed, to: &recording)
    try keep?(recording)

    var texts = Dictionary(
      uniqueKeysWithValues: receiver.transcripts.map { ($0.torch, Score.plain($0.text)) })
    texts = texts.filter { torches[$0.key] != nil }
    for lamp in built.lamps {
      let own = texts.keys.filter { built.isSeen(lamp, at: torches[$0]!.place, time: torches[$0]!.time) }
        .sorted { torches[$0]!.time < torches[$1]!.time }
      let read = own.compactMap { texts.removeValue(forKey: $0) }.joined(separator: " ")
      let edits = editDistance(read, lamp.message)
      if own.isEmpty { missed += 1 }
      if edits > 0 { mistakes.append("sent \(lamp.message)\n  read \(read)") }
      errors += edits
      characters += lamp.message.count
    }
    falseTorches = texts.count
    falseCharacters = texts.values.reduce(0) { $0 + $1.count { $0 != " " } }
    mistakes += texts.values.filter { !$0.isEmpty }.map { "sent nothing\n  read \($0)" }
  }

  static let titles = ["errors", "missed", "invented", "false characters"]

  /// The cells of a row, in the order of ``titles``. Films without lamps have no cells for errors and missed lamps.
  static func cells(_ row: String, _ films: [SceneScore]) -> [Results.Cell?] {
    func cell(
      _ title: String, _ mistakes: KeyPath<SceneScore, Int>, of all: KeyPath<SceneScore, Int>? = nil
    )
      -> Results.Cell
    {
      Results.Cell(
        row: row, column: title, mistakes: films.map { $0[keyPath: mistakes] },
        characters: all.map { all in films.map { $0[keyPath: all] } } ?? [])
    }
    let hasLamps = films.contains { $0.characters > 0 }
    return [
      hasLamps ? cell(titles[0], \.errors, of: \.characters) : nil,
      hasLamps ? cell(titles[1], \.missed) : nil,
      cell(titles[2], \.falseTorches), cell(titles[3], \.falseCharacters),
    ]
  }
}
