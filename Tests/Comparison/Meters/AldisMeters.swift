import Frames
import Graphics
import Luma

/// The GPU pass of Aldis. It measures each tile, not only the mean.
final class AldisPass: Meter {
  let name = "Aldis, GPU pass"
  private let pass: LumaPass

  init(_ context: Context) { pass = LumaPass(context) }

  func measure(_ pictures: [Picture]) -> [Measurement] {
    var measurements = pictures.map { _ in Measurement(milliseconds: 0, mean: 0) }
    for (index, picture) in pictures.enumerated() {
      let frame = picture.frame(sequence: index)
      // The time of each frame includes the readback of the frame before it.
      measurements[index].milliseconds = timed {
        pass.measure(frame) { grid in measurements[Int(grid.sequence)].mean = grid.mean }
      }
    }
    pass.drain { grid in measurements[Int(grid.sequence)].mean = grid.mean }
    return measurements
  }
}

/// The CPU reference of that pass.
final class AldisCPUReference: Meter {
  let name = "Aldis, CPU reference"
  private var grid = LumaGrid(width: 1, height: 1)

  func measure(_ pictures: [Picture]) -> [Measurement] {
    pictures.map { picture in
      let frame = picture.frame(sequence: 0)
      var mean = 0.0
      let milliseconds = timed {
        CPULuma.measure(frame, into: &grid)
        mean = grid.mean
      }
      return Measurement(milliseconds: milliseconds, mean: mean)
    }
  }
}
