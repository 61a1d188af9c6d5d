/// One file of GLSL ES 1.00 text.
public struct ShaderFile: Equatable, Sendable {
  /// The file's name for messages: `luma-yuyv.glsl`.
  public var name: String
  public var text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// One shader: files that are compiled as one text, in order. The first begins with `#version 100`.
///
/// This type maps lines to their files, instead of `#line`: GLSL ES 1.00 gives the line after `#line 1` the number 2 (section
/// 3.4), and later versions the number 1. Drivers follow either of them, and a string number is no file name.
public struct ShaderSource: Equatable, Sendable {
  public var files: [ShaderFile]

  public init(_ files: ShaderFile...) {
    self.files = files
  }

  public init(files: [ShaderFile]) {
    self.files = files
  }

  /// The text for the compiler.
  public var text: String {
    files.map { $0.text.hasSuffix("\n") ? $0.text : $0.text + "\n" }.joined()
  }

  /// The file, and the line in it, of a line of ``text``; lines count from 1. A line after the end is in the last file.
  func locate(line: Int) -> (file: String, line: Int)? {
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

  /// The names of the files, for messages without a line.
  public var name: String { files.map(\.name).joined(separator: " + ") }
}
