import Testing

@testable import Graphics

@Suite("A texture")
struct TextureTests {
  /// Draws `texture` texel by texel into a target of its size and reads it back: RGBA bytes, row 0 first.
  static func texels(_ context: Context, _ texture: borrowing Texture) throws -> [UInt8] {
    let program = try context.program(
      vertex: ProgramTests.vertex,
      fragment: ProgramTests.fragment(
        """
        uniform sampler2D picture;
        uniform vec2 size;
        void main() { gl_FragColor = texture2D(picture, gl_FragCoord.xy / size); }
        """))
    let target = try context.target(width: texture.width, height: texture.height)
    context.beginDataPass(into: target)
    program.use()
    program.set(program.uniform("size"), SIMD2(Float(texture.width), Float(texture.height)))
    texture.bind()
    try context.quad().draw()
    try context.check("reading a texture back")
    var bytes = [UInt8](repeating: 0, count: texture.width * texture.height * 4)
    bytes.withUnsafeMutableBytes { target.readPixels(into: $0) }
    return bytes
  }

  /// The values that a shader reads for a texel's bytes.
  static func expanded(_ texel: ArraySlice<UInt8>, _ format: Texture.Format) -> [UInt8] {
    let t = Array(texel)
    return switch format {
    case .luminance: [t[0], t[0], t[0], 255]
    case .luminanceAlpha: [t[0], t[0], t[0], t[1]]
    case .alpha: [0, 0, 0, t[0]]
    case .rgb: [t[0], t[1], t[2], 255]
    case .rgba: t
    }
  }

  @Test(
    "a texture has the uploaded texels for every row padding, with and without the extension for strides",
    arguments: Texture.Format.allCases, [Set<String>(), [Capabilities.unpackSubimage]])
  func update(format: Texture.Format, masked: Set<String>) throws {
    let context = try OffscreenContext(masking: masked).context
    #expect(!masked.isEmpty || context.capabilities.hasUnpackSubimage)
    let (width, height) = (7, 5)
    let rowBytes = width * format.bytesPerTexel
    for padding in [0, 1, 2, 3, 5, 8, 27, 29, 31, format.bytesPerTexel * 4] {
      let stride = rowBytes + padding
      let bytes = (0..<stride * (height - 1) + rowBytes).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      let texture = try context.texture(format, width: width, height: height)
      bytes.withUnsafeBytes { texture.update($0, stride: stride) }
      let expected = (0..<height).flatMap { y in
        (0..<width).flatMap { x in
          let start = y * stride + x * format.bytesPerTexel
          return Self.expanded(bytes[start..<start + format.bytesPerTexel], format)
        }
      }
      #expect(try Self.texels(context, texture) == expected, "padding \(padding)")
    }
  }

  @Test("an update changes only the given rectangle")
  func part() throws {
    let context = try OffscreenContext().context
    let texture = try context.texture(.luminance, width: 4, height: 3)
    texture.update([UInt8](repeating: 9, count: 12))
    texture.update([1, 2, 3, 4], x: 1, y: 1, columns: 2, rows: 2)
    let red = try stride(from: 0, to: 48, by: 4).map { try Self.texels(context, texture)[$0] }
    #expect(red == [9, 9, 9, 9, 9, 1, 2, 9, 9, 3, 4, 9])
  }

  @Test("a texture of an invalid size is refused", arguments: [(0, 1), (1, 0), (1 << 20, 1)])
  func size(width: Int, height: Int) throws {
    let context = try OffscreenContext().context
    let largest = context.capabilities.largestTexture
    #expect(throws: GraphicsError.size(width: width, height: height, largest: largest)) {
      _ = try context.texture(.rgba, width: width, height: height)
    }
  }
}

@Suite("The layout of rows for the driver")
struct RowLayoutTests {
  @Test(
    "the chosen layout is the fastest one that fits the rows",
    arguments: [
      // stride, rowBytes, texel, extension, expected
      (640, 640, 1, true, RowLayout.aligned(8)),
      (641, 641, 1, true, .aligned(1)),
      (642, 641, 1, true, .aligned(2)),
      (644, 641, 1, true, .aligned(4)),
      (648, 641, 1, true, .aligned(8)),
      (704, 640, 1, true, .rowLength(704, alignment: 8)),
      (704, 640, 4, true, .rowLength(176, alignment: 8)),
      (704, 640, 1, false, .rowByRow),
      (705, 639, 3, true, .rowLength(235, alignment: 1)),
      (704, 639, 3, true, .rowLength(234, alignment: 8)),
      (706, 639, 3, true, .rowLength(235, alignment: 2)),
      (703, 639, 3, true, .rowByRow),
    ])
  func layout(stride: Int, rowBytes: Int, texel: Int, hasRowLength: Bool, expected: RowLayout) {
    #expect(
      RowLayout(stride: stride, rowBytes: rowBytes, bytesPerTexel: texel, rows: 2, hasRowLength: hasRowLength)
        == expected)
  }
}
