import Testing

@testable import Graphics

@Suite("A program")
struct ProgramTests {
  static let vertex = ShaderSource(
    ShaderFile(
      name: "whole.vert",
      text: """
        #version 100
        attribute vec2 position;
        void main() { gl_Position = vec4(position, 0.0, 1.0); }
        """))
  static let version = ShaderFile(name: "version.glsl", text: "#version 100\nprecision mediump float;\n")

  static func fragment(_ text: String, name: String = "colour.frag") -> ShaderSource {
    ShaderSource(version, ShaderFile(name: name, text: text))
  }

  @Test("the error of a shader that does not compile has the file, its line and the driver's message")
  func compileError() throws {
    let context = try OffscreenContext().context
    let fragment = Self.fragment("void main() {\n  gl_FragColor = vec4(missing);\n}\n")
    let error = #expect(throws: GraphicsError.self) {
      _ = try context.program(vertex: Self.vertex, fragment: fragment)
    }
    guard case .compile(let faults, let log) = error, let fault = faults.first else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fault.file == "colour.frag" && fault.line == 2)
    #expect(fault.message.description.contains("missing"))
    #expect(log.contains(fault.message.description))
    #expect("\(try #require(error))" == "colour.frag:2: \(fault.message)")
  }

  @Test("an error in the first file of a shader is reported with that file")
  func compileErrorInFirstFile() throws {
    let context = try OffscreenContext().context
    let fragment = ShaderSource(
      ShaderFile(
        name: "first.glsl", text: "#version 100\nprecision mediump float;\nfloat f() { return x; }\n"),
      ShaderFile(name: "second.frag", text: "void main() { gl_FragColor = vec4(f()); }\n"))
    let error = #expect(throws: GraphicsError.self) {
      _ = try context.program(vertex: Self.vertex, fragment: fragment)
    }
    let fault = try #require(error?.shaderFaults.first)
    #expect(fault.file == "first.glsl" && fault.line == 3)
  }

  @Test("the error of shaders that do not link has the files of both shaders")
  func linkError() throws {
    let context = try OffscreenContext().context
    // Of another type in the vertex shader. A varying that is missing there is an error, too, but NVIDIA's driver accepts it.
    let vertex = ShaderSource(
      ShaderFile(
        name: "whole.vert",
        text: """
          #version 100
          attribute vec2 position;
          varying vec4 place;
          void main() { place = position.xyxy; gl_Position = place; }
          """))
    let fragment = Self.fragment("varying vec2 place;\nvoid main() { gl_FragColor = place.xyxy; }\n")
    let error = #expect(throws: GraphicsError.self) {
      _ = try context.program(vertex: vertex, fragment: fragment)
    }
    guard case .link(["whole.vert", "version.glsl", "colour.frag"], let faults, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      faults.contains {
        $0.message.description.contains("place") && $0.file == "colour.frag" && $0.line == 1
      })
  }

  @Test("a program draws the colour of a uniform into a target")
  func draw() throws {
    let context = try OffscreenContext().context
    let program = try context.program(
      vertex: Self.vertex,
      fragment: Self.fragment("uniform vec4 colour;\nvoid main() { gl_FragColor = colour; }\n"))
    let target = try context.target(width: 5, height: 3)
    context.beginDataPass(into: target)
    program.use()
    program.set(program.uniform("colour"), SIMD4<Float>(1, 0, 0.2, 0.4))
    try context.quad().draw()
    try context.check("test")
    let picture = target.picture()
    for y in 0..<3 {
      for x in 0..<5 { #expect(picture[x, y] == SIMD4(255, 0, 51, 102)) }
    }
  }

  @Test("a program ignores a uniform that it does not have")
  func missingUniform() throws {
    let context = try OffscreenContext().context
    let program = try context.program(
      vertex: Self.vertex, fragment: Self.fragment("void main() { gl_FragColor = vec4(1.0); }\n"))
    #expect(!program.uniform("gone").isActive)
    #expect(program.attribute("position") == 0)
    #expect(program.attribute("gone") == nil)
    program.use()
    program.set(program.uniform("gone"), 1)
    try context.check("test")
  }
}
