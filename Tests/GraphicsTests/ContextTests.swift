import Testing

@testable import Graphics

@Suite("A context without a window")
struct OffscreenContextTests {
  @Test("a context reports the driver's capabilities")
  func capabilities() throws {
    let capabilities = try OffscreenContext().context.capabilities
    #expect(capabilities.version.hasPrefix("OpenGL ES "))
    #expect(!capabilities.renderer.isEmpty)
    #expect(capabilities.fragmentPrecision >= 16)
    #expect(capabilities.largestTexture >= 64)
  }

  @Test("a context uses the first platform that works, and reports it")
  func platform() throws {
    let order = OffscreenContext.Platform.allCases
    let chosen = try OffscreenContext().platform
    let first = order.first { (try? OffscreenContext(platforms: [$0])) != nil }
    #expect(chosen == first)
  }

  @Test("if no platform works, the error names every attempt")
  func nothingTried() {
    #expect(throws: GraphicsError.noOffscreenContext(tried: [])) { try OffscreenContext(platforms: []) }
    let error = GraphicsError.noOffscreenContext(tried: [
      .init(platform: .device, failure: "no device"), .init(platform: .surfaceless, failure: "gone"),
    ])
    #expect("\(error)" == "no OpenGL ES 2.0 without a window: device: no device; surfaceless: gone")
  }

  @Test("a context stays lost after a reset of the GPU; without the extension, resets are not queried")
  func lost() throws {
    let context = try OffscreenContext().context
    #expect(!context.isLost)
    context.resetStatus = { 0x8255 }
    #expect(context.isLost)
    context.resetStatus = { 0 }
    #expect(context.isLost)
    let plain = try OffscreenContext(masking: ["GL_KHR_robustness", "GL_EXT_robustness"]).context
    #expect(plain.resetStatus == nil && !plain.isLost)
  }

  @Test("a context hides masked extensions")
  func masking() throws {
    let all = try OffscreenContext().context.capabilities
    let name = try #require(all.extensions.first)
    let masked = try OffscreenContext(masking: [name]).context.capabilities
    #expect(!masked.has(name))
    #expect(masked.extensions == all.extensions.subtracting([name]))
  }

  @Test("a context lives as long as its objects, and two contexts are independent")
  func lifetime() throws {
    let first = try OffscreenContext().context.target(width: 2, height: 2)
    let second = try OffscreenContext().context.target(width: 2, height: 2)
    try first.texture.context.makeCurrent()
    first.texture.context.beginDataPass(into: first)
    first.texture.context.clear(SIMD4(1, 1, 1, 1))
    try second.texture.context.makeCurrent()
    second.texture.context.beginDataPass(into: second)
    second.texture.context.clear(SIMD4(0, 0, 0, 0))
    #expect(second.picture()[0, 0] == SIMD4(0, 0, 0, 0))
    try first.texture.context.makeCurrent()
    #expect(first.picture()[1, 1] == SIMD4(255, 255, 255, 255))
  }
}

@Suite("A data pass")
struct DataPassTests {
  @Test("a data pass is independent of GL state that drawing the window has left")
  func poisoned() throws {
    let context = try OffscreenContext().context
    let target = try context.target(width: 4, height: 4)
    let window = try context.target(width: 1, height: 1)
    context.beginScenePass(into: window)
    context.setScissor(PixelRectangle(x: 0, y: 0, width: 1, height: 1))
    context.setColourMask(false)
    let program = try context.program(
      vertex: ProgramTests.vertex,
      fragment: ProgramTests.fragment("void main() { gl_FragColor = vec4(1.0, 17.0, 250.0, 3.0) / 255.0; }\n")
    )
    context.beginDataPass(into: target)
    program.use()
    try context.quad().draw()
    let picture = target.picture()
    for y in 0..<4 { for x in 0..<4 { #expect(picture[x, y] == SIMD4(1, 17, 250, 3)) } }
  }
}

@Suite("A scene pass")
struct ScenePassTests {
  @Test("a scene pass blends premultiplied colours")
  func blending() throws {
    let context = try OffscreenContext().context
    let target = try context.target(width: 1, height: 1)
    let program = try context.program(
      vertex: ProgramTests.vertex,
      fragment: ProgramTests.fragment("void main() { gl_FragColor = vec4(0.4, 0.0, 0.0, 0.4); }\n"))
    context.beginScenePass(into: target)
    context.clear(SIMD4(0, 0, 1, 1))
    program.use()
    try context.quad().draw()
    #expect(target.picture()[0, 0] == SIMD4(102, 0, 153, 255))
  }

  @Test("a scene pass draws coloured vertices, or a range of them")
  func vertices() throws {
    struct Vertex: BitwiseCopyable {
      var position: SIMD2<Float>
      var colour: SIMD4<UInt8>
    }
    let context = try OffscreenContext().context
    let target = try context.target(width: 2, height: 1)
    let program = try context.program(
      vertex: ShaderSource(
        ShaderFile(
          name: "colour.vert",
          text: """
            #version 100
            attribute vec2 position;
            attribute vec4 colour;
            varying vec4 shade;
            void main() { gl_Position = vec4(position, 0.0, 1.0); shade = colour; }
            """)),
      fragment: ProgramTests.fragment("varying vec4 shade;\nvoid main() { gl_FragColor = shade; }\n"),
      attributes: ["position", "colour"])
    var buffer = try context.vertexBuffer(VertexLayout(.floats(2), .bytes(4)))
    // Two triangles that each cover one half of the target.
    let green = SIMD4<UInt8>(0, 255, 0, 255)
    let red = SIMD4<UInt8>(255, 0, 0, 255)
    let vertices = [
      Vertex(position: [-1, -9], colour: red), Vertex(position: [0, 0], colour: red),
      Vertex(position: [-1, 9], colour: red), Vertex(position: [1, -9], colour: green),
      Vertex(position: [0, 0], colour: green), Vertex(position: [1, 9], colour: green),
    ]
    // A SIMD2<Float> is aligned to 8 bytes, so the vertices are packed here.
    let bytes = vertices.flatMap { vertex in
      withUnsafeBytes(of: vertex.position, Array.init) + withUnsafeBytes(of: vertex.colour, Array.init)
    }
    bytes.withUnsafeBytes { buffer.update($0) }
    #expect(buffer.count == 6)
    context.beginScenePass(into: target)
    context.clear(SIMD4(0, 0, 0, 1))
    program.use()
    buffer.draw(.triangles, 3..<6)
    #expect(target.picture()[0, 0] == SIMD4(0, 0, 0, 255))
    #expect(target.picture()[1, 0] == green)
    buffer.draw()
    #expect(target.picture()[0, 0] == red)
    try context.check("test")
  }
}
