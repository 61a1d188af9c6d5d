import Frames
import Graphics

/// The mean of a picture, computed as image processing frameworks for phones did it. The luma is drawn as a separate picture.
/// Each further picture has a fourth of the width and height, rounded down. The few pixels of the last one are read back.
///
/// Those frameworks began with a conversion to red, green and blue, which is omitted here.
final class AveragingChain: Meter {
  let name = "averaging chain, GPU"
  private let context: Context
  private let luminance: Program
  private let average: Program
  private let quad: Quad

  private final class Stages {
    let picture: Texture
    /// The luma of every pixel, then its averages.
    let luma: Target
    let averages: [Stage]

    final class Stage {
      let target: Target
      init(_ target: consuming Target) { self.target = target }
    }

    init(_ context: Context, _ format: FrameFormat) throws(GraphicsError) {
      picture = try context.texture(.rgba, width: format.width / 2, height: format.height)
      luma = try context.target(width: format.width, height: format.height, filter: .linear)
      var averages: [Stage] = []
      var divisor = 4
      while divisor <= min(format.width, format.height) {
        averages.append(
          Stage(
            try context.target(
              width: format.width / divisor, height: format.height / divisor, filter: .linear)))
        divisor *= 4
      }
      self.averages = averages
    }
  }

  init(_ context: Context) throws(GraphicsError) {
    self.context = context
    quad = try context.quad()
    luminance = try context.program(
      vertex: Self.shader("average.vert", PackageResources.average_vert),
      fragment: Self.shader("luminance.frag", PackageResources.luminance_frag), attributes: ["position"])
    average = try context.program(
      vertex: Self.shader("average.vert", PackageResources.average_vert),
      fragment: Self.shader("average.frag", PackageResources.average_frag), attributes: ["position"])
  }

  private static func shader(_ name: String, _ bytes: [UInt8]) -> ShaderSource {
    ShaderSource(files: [ShaderFile(name: name, text: String(decoding: bytes, as: UTF8.self))])
  }

  func measure(_ pictures: [Picture]) throws -> [Measurement] {
    guard let format = pictures.first?.format else { return [] }
    let stages = try Stages(context, format)
    return pictures.map { picture in
      var mean = 0.0
      let milliseconds = timed { mean = self.mean(of: picture, stages) }
      return Measurement(milliseconds: milliseconds, mean: mean)
    }
  }

  private func mean(of picture: Picture, _ stages: Stages) -> Double {
    picture.withBytes { stages.picture.update($0) }
    context.beginDataPass(into: stages.luma)
    luminance.use()
    luminance.set(luminance.uniform("picture"), 0)
    luminance.set(luminance.uniform("size"), SIMD2(Float(stages.luma.width), Float(stages.luma.height)))
    stages.picture.bind(unit: 0)
    quad.draw()
    average.use()
    average.set(average.uniform("picture"), 0)
    stages.luma.texture.bind(unit: 0)
    for stage in stages.averages {
      context.beginDataPass(into: stage.target)
      average.set(
        average.uniform("quarter"), 0.25 / SIMD2(Float(stage.target.width), Float(stage.target.height)))
      quad.draw()
      stage.target.texture.bind(unit: 0)
    }
    guard let last = stages.averages.last else { return 0 }
    var pixels = [UInt8](repeating: 0, count: 4 * last.target.width * last.target.height)
    pixels.withUnsafeMutableBytes { last.target.readPixels(into: $0) }
    let sum = stride(from: 0, to: pixels.count, by: 4).reduce(0) { $0 + Int(pixels[$1]) }
    return Double(sum) / Double(pixels.count / 4)
  }
}
