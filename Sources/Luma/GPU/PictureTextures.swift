import Frames
import Graphics

/// The planes of one frame in the GPU's memory, in the layout they have in the frame.
///
/// Luma is uploaded for every frame. Planes that hold only chroma are uploaded only for a frame that is displayed.
struct PictureTextures: ~Copyable {
  let format: FrameFormat
  let luma: Texture
  private let firstChroma: Texture?
  private let secondChroma: Texture?

  init(_ context: Context, format: FrameFormat) throws(GraphicsError) {
    let first = try Self.texture(context, format, plane: 1)
    let second = try Self.texture(context, format, plane: 2)
    luma = try Self.texture(context, format, plane: 0)!
    firstChroma = first
    secondChroma = second
    self.format = format
  }

  /// - Returns: `nil` if the format has no such plane.
  private static func texture(
    _ context: Context, _ format: FrameFormat, plane: Int
  ) throws(GraphicsError) -> Texture? {
    guard plane < format.planes.count else { return nil }
    let texels = Self.texels(of: format.pixelFormat, plane: plane)
    let (rowBytes, rows) = format.pixelFormat.planeSize(plane, width: format.width, height: format.height)
    // Chroma is displayed and never measured, so it may be filtered. Filtering is free on a GPU. In a software renderer it
    // would be the largest cost.
    let isFiltered = plane > 0 && !context.capabilities.isSoftware
    return try context.texture(
      texels, width: rowBytes / texels.bytesPerTexel, height: rows, filter: isFiltered ? .linear : .nearest)
  }

  /// A texel of plane 0 is a macropixel. A texel of a chroma plane is a sample.
  private static func texels(of format: PixelFormat, plane: Int) -> Texture.Format {
    switch plane == 0 ? format.lumaLayout.macropixel.bytes : format.chromaPlanes?.bytes {
    case 4: .rgba
    // B G R is uploaded as R G B. Its shaders take the order into account.
    case 3: .rgb
    case 2: .luminanceAlpha
    default: .luminance
    }
  }

  borrowing func uploadLuma(_ frame: borrowing Frame) {
    frame.withPlane(0) { luma.update($0, stride: format.planes[0].stride) }
  }

  borrowing func uploadChroma(_ frame: borrowing Frame) {
    if firstChroma != nil {
      frame.withPlane(1) { firstChroma?.update($0, stride: format.planes[1].stride) }
    }
    if secondChroma != nil {
      frame.withPlane(2) { secondChroma?.update($0, stride: format.planes[2].stride) }
    }
  }

  /// Binds plane 0 to texture unit 0 and the chroma planes, if any, to units 1 and 2.
  borrowing func bind() {
    secondChroma?.bind(unit: 2)
    firstChroma?.bind(unit: 1)
    luma.bind(unit: 0)
  }

  /// The size of a pixel in the texture coordinates of plane 0.
  var pixel: SIMD2<Float> {
    1 / SIMD2(Float(luma.width * format.pixelFormat.lumaLayout.macropixel.pixels), Float(luma.height))
  }

  /// The size of a pixel of the picture in the texture coordinates of the chroma planes; zero if there are none.
  var chromaPixel: SIMD2<Float> {
    guard let chroma = format.pixelFormat.chromaPlanes else { return .zero }
    let (rowBytes, rows) = format.pixelFormat.planeSize(1, width: format.width, height: format.height)
    return 1 / SIMD2(Float(rowBytes / chroma.bytes * chroma.width), Float(rows * chroma.height))
  }
}
