import Frames
import Graphics
import Shaders
import Testing

@testable import Luma

@Suite("Views of the result of a pass")
struct TargetViewTests {
  private let format = FrameFormat(.grey, width: 64, height: 48)

  /// The middle of each tile as it is shown, row by row.
  private func shown(_ view: TargetView) throws -> [[UInt8]] {
    let context = try OffscreenContext().context
    let trial = ShaderTrial(context, shaders: ShaderLibrary())
    try trial.show(TestPicture.random.frame(format))
    trial.shown = view
    let target = try context.target(width: 64, height: 48)
    context.beginScenePass(into: target)
    try trial.draw(
      PreviewView(viewport: PixelRectangle(x: 0, y: 0, width: 64, height: 48)), divide: nil)
    let picture = target.picture()
    return (0..<12).map { index in
      let at = ((index / 4 * 16 + 8) * 64 + index % 4 * 16 + 8) * 4
      return Array(picture.pixels[at..<at + 3])
    }
  }

  private func grid() -> LumaGrid {
    var grid = LumaGrid(width: 1, height: 1)
    CPULuma.measure(TestPicture.random.frame(format), into: &grid)
    return grid
  }

  @Test(
    "each channel and the mean are shown in grey, tile by tile",
    arguments: [
      (TargetView.red, \LumaGrid.Tile.sumHigh), (.green, \.sumLow), (.blue, \.maximum), (.alpha, \.clipped),
      (.luma, \.sumHigh),
    ] as [(TargetView, KeyPath<LumaGrid.Tile, UInt8> & Sendable)])
  func channels(_ view: TargetView, _ value: KeyPath<LumaGrid.Tile, UInt8> & Sendable) throws {
    for (pixel, tile) in zip(try shown(view), grid().tiles) {
      let expected = Int(tile[keyPath: value])
      #expect(pixel.allSatisfy { abs(Int($0) - expected) <= 1 }, "\(view) \(pixel) \(expected)")
    }
  }

  @Test("false colours show a medium luma as red, and the views form a cycle")
  func falseColours() throws {
    // A medium mean is mostly red.
    for pixel in try shown(.falseLuma) {
      #expect(pixel[0] > 150 && pixel[1] < 110 && pixel[2] < 110)
    }
    var views = [TargetView.picture]
    while views.count < 20, views.last?.next != .picture { views.append(views.last!.next) }
    #expect(views == TargetView.allCases)
  }

  @Test(
    "new shaders count as tried after each of their programs has drawn, whichever view is shown",
    arguments: [TargetView.picture, .falseLuma], [true, false])
  func tried(_ shown: TargetView, hasPicture: Bool) throws {
    let context = try OffscreenContext().context
    let trial = ShaderTrial(context, shaders: ShaderLibrary())
    trial.shown = shown
    var newest = ShaderLibrary()
    for (file, colour) in [(ShaderName.preview, "0.0, 1.0, 0.0"), (.targetView, "0.0, 0.0, 1.0")] {
      newest[file] = newest[file].replacing(/gl_FragColor = .*/, with: "gl_FragColor = vec4(\(colour), 1.0);")
    }
    if hasPicture { try trial.show(TestPicture.random.frame(format)) }
    try trial.adopt(newest)
    if !hasPicture { try trial.show(TestPicture.random.frame(format)) }
    let sample = trial.sample!.picture()
    #expect(sample[2, 4] == SIMD4(0, 255, 0, 255))
    #expect(sample[13, 4] == SIMD4(0, 0, 255, 255))
  }

  @Test("the cost of a pass is reported if the GPU has a timer")
  func cost() throws {
    let context = try OffscreenContext().context
    let trial = ShaderTrial(context, shaders: ShaderLibrary())
    for _ in 0..<8 {
      try trial.show(TestPicture.random.frame(format))
      context.finish()
    }
    #expect(trial.cost.isTimed == context.capabilities.has("GL_EXT_disjoint_timer_query"))
    #expect((trial.cost.tiles != nil) == trial.cost.isTimed)
    #expect(trial.cost.reference != nil)
  }
}
