import Graphics
import Shaders
import Testing

@Suite("Notes beside uniforms define controls")
struct ShaderControlTests {
  private func library(_ text: String) -> ShaderLibrary {
    var library = ShaderLibrary()
    library[.shade] = text
    return library
  }

  @Test(
    "a note that fits the type of its uniform defines a control",
    arguments: [
      ("uniform float gain;  // slider 0 4 = 1", ShaderControl.Kind.slider(0...4), UniformValue.number(1)),
      ("  uniform highp float gain ;//slider -2 2.5", .slider(-2...2.5), .number(-2)),
      ("uniform float gain; // slider 0 1 = 7", .slider(0...1), .number(1)),
      ("uniform float gain; // toggle = 1", .toggle, .number(1)),
      ("uniform bool gain; // toggle", .toggle, .number(0)),
      ("uniform vec3 gain; // colour = 1 0.5 0", .colour, .vector(SIMD3(1, 0.5, 0))),
      ("uniform vec3 gain; // color", .colour, .vector(SIMD3(1, 1, 1))),
    ])
  func control(_ line: String, _ kind: ShaderControl.Kind, _ preset: UniformValue) {
    let controls = library("// A shade.\n\(line)\n").controls(of: [.shade])
    #expect(controls.map(\.name) == ["gain"])
    #expect(controls.map(\.kind) == [kind])
    #expect(controls.map(\.preset) == [preset])
    #expect(controls.map(\.line) == [2])
  }

  @Test(
    "other lines define no control",
    arguments: [
      "uniform float gain;", "uniform float gain; // how much", "uniform vec2 gain; // slider 0 1",
      "uniform float gain; // slider 1 0", "uniform float gain; // slider 1",
      "uniform float gain; // slider nan 2",
      "uniform vec3 gain; // slider 0 1", "uniform float gain; // colour", "float gain; // slider 0 1",
      "// uniform float gain; slider 0 1", "uniform; // slider 0 1", "// slider 0 1", "",
    ])
  func none(_ line: String) {
    #expect(library(line).controls(of: [.shade]) == [])
  }

  @Test("values are written beside their uniforms, and the rest of the file stays unchanged")
  func written() {
    let text = """
      uniform float gain;  // slider 0 4 = 1
      uniform vec3 tint;   // colour
      uniform float plain; // slider 0 9 = 3
      void main() {}

      """
    let changed = library(text).text(
      of: .shade,
      presetting: [
        "gain": .number(2.5), "tint": .vector(SIMD3(1, 0.25, 0)), "plain": .number(3), "other": .number(1),
      ])
    #expect(
      changed == """
        uniform float gain;  // slider 0 4 = 2.5
        uniform vec3 tint;   // colour = 1 0.25 0
        uniform float plain; // slider 0 9 = 3
        void main() {}

        """)
  }

  @Test("an invalid value becomes the nearest valid one, or the preset")
  func allowed() throws {
    let gain = try #require(library("uniform float gain; // slider 0 4 = 1").controls(of: [.shade]).first)
    #expect(gain.allowed(.number(9)) == .number(4))
    #expect(gain.allowed(.vector(.one)) == .number(1))
  }

  @Test("the shaders of Aldis have controls, whose presets are their present values")
  func own() {
    let library = ShaderLibrary()
    #expect(library.controls(of: ShaderName.allCases).map(\.name) == ["saturation"])
    #expect(library.presets(of: [.shade]) == ["saturation": .number(1)])
  }
}
