import ArgumentParser
import Foundation
import Graphics
import Shell

/// `make compare`: the time that Aldis and its peers take to measure the brightness of the same pictures, and their errors.
@main struct Comparison: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comparison",
    abstract: "Measures the same pictures by Aldis and its peers, in turns, and prints a table in Markdown.",
    discussion: """
      Milliseconds a frame, median (tenth to ninetieth part), from Y U Y V in memory to the mean luma; how many times the \
      first line's that is; and the largest error of the mean in grey levels.
      """)

  @Option(help: "Pictures of each size.")
  var pictures = 8

  @Option(help: "How often each picture is measured by each.")
  var rounds = 25

  @Option(help: ArgumentHelp("The peers that `make compare` builds.", valueName: "folder"))
  var peers = ".build/peers"

  func validate() throws {
    guard pictures > 0, rounds > 0 else { throw ValidationError("--pictures and --rounds must be above 0") }
  }

  func run() throws {
    let context = try OffscreenContext()
    let meters: [any Meter] = [
      AldisPass(context.context), AldisCPUReference(), try AveragingChain(context.context),
      PeerProgram("OpenCV, YUYV to grey to mean", path: "\(peers)/opencv"),
      PeerProgram("FFmpeg signalstats", path: "\(peers)/signalstats"),
    ]
    for meter in meters {
      if let absence = meter.absence { say("\(meter.name): \(absence)") }
    }
    let present = meters.filter { $0.absence == nil }
    print("\(context.context.capabilities.renderer)\n")
    let sizes = [(640, 480), (1280, 720), (1920, 1080)]
    let results = try sizes.map { try compare(present, width: $0.0, height: $0.1) }
    print("| | " + sizes.map { "\($0.0) x \($0.1), ms | ratio" }.joined(separator: " | ") + " | error |")
    print("|---|" + sizes.map { _ in "---:|---:|" }.joined() + "---:|")
    for (index, meter) in present.enumerated() {
      let cells = results.map { "\($0[index].text) | \($0[index].ratio(to: $0[0]))" }
      let error = results.map { $0[index].error }.max() ?? 0
      print("| \(meter.name) | " + cells.joined(separator: " | ") + " | \(Self.text(error)) |")
    }
  }

  private static func text(_ error: Double) -> String {
    switch error {
    case 0: "0"
    case ..<0.01: String(format: "%.0e", error)
    default: String(format: "%.1f", error)
    }
  }

  /// - Returns: The result of each meter for pictures of one size.
  private func compare(_ meters: [any Meter], width: Int, height: Int) throws -> [Result] {
    let pictures = (1...pictures).map { Picture(width: width, height: height, seed: UInt64($0)) }
    var results = meters.map { _ in Result() }
    for meter in meters { _ = try meter.measure(pictures) }
    // The meters take turns, so that other load on the machine affects all of them alike.
    for _ in 0..<rounds {
      for (index, meter) in meters.enumerated() {
        let measurements = try meter.measure(pictures)
        guard measurements.count == pictures.count else {
          throw ValidationError("\(meter.name) measured \(measurements.count) of \(pictures.count) pictures")
        }
        results[index].add(measurements, of: pictures)
      }
    }
    return results
  }

  /// The result of a meter for pictures of one size.
  private struct Result {
    private var milliseconds: [Double] = []
    /// The largest error of the mean, in grey levels.
    private(set) var error = 0.0

    mutating func add(_ measurements: [Measurement], of pictures: [Picture]) {
      for (measurement, picture) in zip(measurements, pictures) {
        milliseconds.append(measurement.milliseconds)
        error = max(error, abs(measurement.mean - picture.mean))
      }
    }

    /// The median, and the 10th and 90th percentile.
    var text: String {
      String(format: "%.2f (%.2f-%.2f)", quantile(0.5), quantile(0.1), quantile(0.9))
    }

    func ratio(to other: Result) -> String { String(format: "%.1f", quantile(0.5) / other.quantile(0.5)) }

    private func quantile(_ part: Double) -> Double {
      let sorted = milliseconds.sorted()
      return sorted[Int((Double(sorted.count - 1) * part).rounded())]
    }
  }
}
