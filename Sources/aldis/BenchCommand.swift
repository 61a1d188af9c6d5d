import ArgumentParser
import Graphics
import Luma

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the luma pass on this machine.",
    discussion: """
      For each pixel format and size: upload, pass, readback and their total on the GPU, the CPU twin, and the heap \
      allocations of a frame in the steady state.
      """)

  @Flag(help: "As JSON.")
  var json = false

  @Option(help: "Frames to measure of each format and size.")
  var frames = 100

  func validate() throws {
    guard (1...100_000).contains(frames) else {
      throw ValidationError("--frames must be 1 to 100000, not \(frames)")
    }
  }

  func run() throws {
    let context: OffscreenContext
    do throws(GraphicsError) {
      context = try OffscreenContext()
    } catch {
      throw Failure(.unavailable, "no luma pass without OpenGL ES 2.0: \(error)")
    }
    let benchmark = LumaBenchmark(on: context.context, frames: frames)
    guard !json else { return try Output.standard.write(json: benchmark) }
    try Output.standard.write(benchmark.table)
  }
}
