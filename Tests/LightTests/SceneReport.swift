import Frames
import Light
import Testing

/// All events of a reader for a scene, and their comparison with the truth.
struct SceneReport {
  var found: [(id: TorchID, x: Double, y: Double, radius: Double, time: Double)] = []
  var lost: [TorchID] = []
  /// The lost torches that were reflections of another torch.
  var echoes: [TorchID] = []
  var samples: [LightSample] = []
  var edges: [LightEdge] = []
  var calibration: [Double] = []
  /// When the first torch was reported, on the source's time axis.
  var announced: Double?
  var state = LightState(calibration: nil, sceneBrightness: 100, torches: [])

  init() {}

  init(_ scene: GridScene, _ configuration: LightReader.Configuration = .init(), unit: Double? = nil) {
    var reader = LightReader(configuration)
    if let unit { reader.expectUnit(TorchID(0), seconds: unit) }
    var now = 0.0
    scene.play { grid in
      now = grid.timestamp.seconds
      reader.read(grid) { note($0, now) }
    } lost: {
      reader.note($0)
    }
    state = reader.state
    reader.finish { note($0, now) }
  }

  mutating func note(_ event: LightEvent, _ now: Double) {
    switch event {
    case .calibration(let progress, _): calibration.append(progress)
    case .found(let id, let x, let y, let radius, let time):
      found.append((id, x, y, radius, time))
      announced = announced ?? now
    case .lost(let id, let loss, _):
      lost.append(id)
      if case .echo = loss { echoes.append(id) }
    case .sample(let sample): samples.append(sample)
    case .edge(let edge): edges.append(edge)
    }
  }

  /// Errors of the edges in seconds: reported minus true time. `nil` unless there is one edge for each true one, in order.
  func errors(against key: Key, from start: Double) -> [Double]? {
    let truth = key.marks.flatMap { [($0.lowerBound, true), ($0.upperBound, false)] }
    guard truth.count == edges.count, zip(truth, edges).allSatisfy({ $0.1 == $1.isOn }) else { return nil }
    return zip(truth, edges).map { $1.time - start - $0.0 }
  }
}

/// Reads a scene, and expects one torch with the edges of `key`.
///
/// - Parameter mayBeReadAgain: Whether it may be read once more as another torch, which then replaces it.
func expectRead(
  _ key: Key, in scene: GridScene, mayBeReadAgain: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var report = SceneReport(scene)
  if mayBeReadAgain {
    report.found.removeAll { report.echoes.contains($0.id) }
    report.edges.removeAll { report.echoes.contains($0.torch) }
  }
  #expect(
    report.errors(against: key, from: scene.start) != nil,
    "\(report.firstDifference(from: key, start: scene.start))", sourceLocation: sourceLocation)
  #expect(report.found.count == 1, sourceLocation: sourceLocation)
}

func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
}

extension SceneReport {
  /// The first difference between the reported and the true edges, for the message of a failed test.
  func firstDifference(from key: Key, start: Double) -> String {
    let truth = key.marks.flatMap { [$0.lowerBound, $0.upperBound] }
    for (index, edge) in edges.enumerated() {
      let isTrue = index < truth.count && edge.isOn == (index % 2 == 0)
      if !isTrue || abs(edge.time - start - truth[index]) > 0.1 {
        return "edge \(index): \(edge.isOn ? "on" : "off") at \(edge.time - start), "
          + (index < truth.count ? "truth \(truth[index])" : "none in truth")
      }
    }
    return "only \(edges.count) of \(truth.count) edges reported"
  }
}
