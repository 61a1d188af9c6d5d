/// One file of GLSL ES 1.00 text.
public struct ShaderFile: Equatable, Sendable {
  /// As a person knows it: `luma-yuyv.glsl`.
  public var name: String
  public var text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// One shader: files that are compiled as one text, in order. The first begins with `#version 100`.
///
/// Lines are mapped back to their files here and not by `#line`: GLSL ES 1.00 numbers the line after `#line 1` as 2
/// (section 3.4), later versions as 1, drivers follow either, and a string number says no file name.
public struct ShaderSource: Equatable, Sendable {
  public var files: [ShaderFile]

  public init(_ files: ShaderFile...) {
    self.files = files
  }

  public init(files: [ShaderFile]) {
    self.files = files
  }

  /// What the compiler reads.
  public var text: String {
    files.map { $0.text.hasSuffix("\n") ? $0.text : $0.text + "\n" }.joined()
  }

  /// The file and the line in it, from 1, of line `line`, from 1, of ``text``. Past the end is the last file.
  public func locate(line: Int) -> (file: String, line: Int)? {
    var first = 1
    for (index, file) in files.enumerated() {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      let count = lines.last == "" ? lines.count - 1 : lines.count
      if line < first + count || index == files.count - 1 {
        return (file.name, line - first + 1)
      }
      first += count
    }
    return nil
  }

  /// The names of the files, for messages that belong to no line.
  public var name: String { files.map(\.name).joined(separator: " + ") }
}
