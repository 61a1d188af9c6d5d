import FoundationEssentials
import Glibc
import Graphics

/// A uniform that the user sets while shaders are tuned. A comment beside it defines the control:
///
///     uniform float gain;   // slider 0 4 = 1
///     uniform float zebra;  // toggle = 0
///     uniform vec3 tint;    // colour = 1 0.9 0.7
///
/// The value after the equals sign is the preset, which applies unless another value is set.
public struct ShaderControl: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case slider(ClosedRange<Float>)
    case toggle
    case colour
  }

  public var name: String
  public var kind: Kind
  public var preset: UniformValue
  public var file: ShaderName
  /// The first line is 1.
  public var line: Int

  /// `value`, limited to the values that this control can show.
  public func allowed(_ value: UniformValue) -> UniformValue {
    switch (kind, value) {
    case (.slider(let range), .number(let number)):
      .number(min(max(number, range.lowerBound), range.upperBound))
    case (.toggle, .number(let number)): .number(number == 0 ? 0 : 1)
    case (.colour, .vector(let vector)): .vector(vector.clamped(lowerBound: .zero, upperBound: .one))
    default: preset
    }
  }
}

extension ShaderControl {
  /// The control that a line of a shader defines; `nil` if it defines none.
  init?(_ text: Substring, file: ShaderName, line: Int) {
    let parts = text.split(separator: "//", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let declaration = parts[0].split { $0.isWhitespace || $0 == ";" }
    // A precision qualifier may come between `uniform` and the type.
    guard declaration.first == "uniform", declaration.count >= 3, let type = declaration.dropLast().last,
      let name = declaration.last
    else { return nil }
    let note = parts[1].split(separator: "=", maxSplits: 1)
    let words = note.first?.split(whereSeparator: \.isWhitespace) ?? []
    let numbers = words.dropFirst().compactMap { Float($0) }.filter(\.isFinite)
    let values = (note.count > 1 ? note[1].split(whereSeparator: \.isWhitespace) : []).compactMap {
      Float($0)
    }
    .filter(\.isFinite)
    switch (words.first, type) {
    case ("slider", "float"):
      guard numbers.count == 2, numbers[0] < numbers[1] else { return nil }
      kind = .slider(numbers[0]...numbers[1])
      preset = .number(values.first ?? numbers[0])
    case ("toggle", "float"), ("toggle", "bool"):
      kind = .toggle
      preset = .number(values.first ?? 0)
    case ("colour", "vec3"), ("color", "vec3"):
      kind = .colour
      preset = .vector(values.count == 3 ? SIMD3(values[0], values[1], values[2]) : .one)
    default: return nil
    }
    (self.name, self.file, self.line) = (String(name), file, line)
    preset = allowed(preset)
  }
}

extension ShaderLibrary {
  /// The controls of these files, in the order of their lines. If a name occurs again, only the first counts.
  public func controls(of files: some Sequence<ShaderName>) -> [ShaderControl] {
    var names: Set<String> = []
    return files.flatMap { file in
      self[file].split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
        index, text in
        ShaderControl(text, file: file, line: index + 1)
      }
    }.filter { names.insert($0.name).inserted }
  }

  /// The presets of the files' controls, by name.
  public func presets(of files: some Sequence<ShaderName>) -> [String: UniformValue] {
    Dictionary(controls(of: files).map { ($0.name, $0.preset) }) { first, _ in first }
  }

  /// The text of `file` with `values` as presets.
  public func text(of file: ShaderName, presetting values: [String: UniformValue]) -> String {
    var lines = self[file].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for control in controls(of: [file]) {
      guard let value = values[control.name].map(control.allowed), value != control.preset else { continue }
      let line = lines[control.line - 1]
      let comment = line.firstRange(of: "//")?.upperBound ?? line.endIndex
      let sign = line[comment...].firstIndex(of: "=")
      let head = sign.map { line[..<$0] } ?? line[...]
      lines[control.line - 1] = head.trimmingSuffix(while: \.isWhitespace) + " = " + value.written
    }
    return lines.joined(separator: "\n")
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isIn: (Character) -> Bool) -> String {
    var rest = self
    while let last = rest.last, isIn(last) { rest.removeLast() }
    return String(rest)
  }
}

extension UniformValue {
  /// The value as a comment beside a uniform contains it.
  var written: String {
    func number(_ value: Float) -> String {
      let text = "\((Double(value) * 10_000).rounded() / 10_000)"
      return text.contains(".")
        ? String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()) : text
    }
    return switch self {
    case .number(let value): number(value)
    case .vector(let value): [value.x, value.y, value.z].map(number).joined(separator: " ")
    }
  }
}
