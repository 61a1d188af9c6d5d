import Application
import ArgumentParser
import Benchmarks
import Graphics

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures what a frame costs on this machine.",
    discussion: """
        aldis bench
        aldis bench --frames 1000 --json

      For each pixel format and size: upload, pass, readback and their total on the GPU; the CPU reference; both with \
      background differences; heap allocations per frame. Then detection, tracking and decoding of one torch and of \
      sixteen, and drawing the window.
      """)

  @Flag(help: "Prints JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("Frames per format and size. (default: 100)", valueName: "number"),
    transform: number(in: 1...100_000))
  var frames = 100

  func run() throws {
    let context: OffscreenContext
    do throws(GraphicsError) {
      context = try OffscreenContext()
    } catch {
      throw Failure(.unavailable, "no luma pass without OpenGL ES 2.0: \(error)")
    }
    let benchmark = LumaBenchmark(on: context.context, frames: frames)
    let reading = ReadingBenchmark()
    let scene = try SceneBenchmark(on: context.context, frames: frames)
    guard !json else {
      return try Output.standard.write(json: Figures(luma: benchmark, reading: reading, scene: scene))
    }
    try Output.standard.write([benchmark.table, reading.table, scene.table].joined(separator: "\n"))
  }

  /// The JSON object has the keys of the luma benchmark, and two keys for the reading and the window.
  private struct Figures: Encodable {
    var luma: LumaBenchmark
    var reading: ReadingBenchmark
    var scene: SceneBenchmark

    private enum Key: CodingKey { case reading, window }

    func encode(to encoder: any Encoder) throws {
      try luma.encode(to: encoder)
      var figures = encoder.container(keyedBy: Key.self)
      try figures.encode(reading.rows, forKey: .reading)
      try figures.encode(scene.rows, forKey: .window)
    }
  }
}
