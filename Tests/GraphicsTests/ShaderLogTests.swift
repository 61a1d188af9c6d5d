import Localization
import Testing

@testable import Graphics

@Suite("The errors of a driver's log")
struct ShaderLogTests {
  @Test(
    "errors are found in the format of each driver",
    arguments: [
      ("0:12(5): error: `foo' undeclared", 12, "`foo' undeclared"),
      ("0(12) : error C1008: undefined variable \"foo\"", 12, "C1008: undefined variable \"foo\""),
      ("ERROR: 0:12: 'foo' : undeclared identifier", 12, "'foo' : undeclared identifier"),
      (
        "0:3(1): warning: unused\n0:7(9): error: syntax error, unexpected '}'", 7,
        "syntax error, unexpected '}'"
      ),
      ("  \n0:1(1): error: first\n0:2(1): error: second\n", 1, "first"),
    ])
  func spelling(log: String, line: Int, message: String) {
    #expect(ShaderLog(log).errors.first == .init(line: line, message: LocalizedText(system: message)))
  }

  @Test("all errors are returned in order, without warnings")
  func several() {
    #expect(
      ShaderLog("0:1(1): error: first\n0:2(1): warning: unused\n0:2(1): error: second\n").errors
        == [.init(line: 1, message: "first"), .init(line: 2, message: "second")])
  }

  @Test("if a log names no line, its first line is the error")
  func noLine() {
    #expect(
      ShaderLog("error: too many uniforms\nmore").errors
        == [.init(line: nil, message: "too many uniforms")])
    #expect(ShaderLog("").errors == [.init(line: nil, message: "the driver gives no reason")])
  }
}

@Suite("A shader of several files")
struct ShaderSourceTests {
  let source = ShaderSource(
    ShaderFile(name: "a", text: "1\n2\n"), ShaderFile(name: "b", text: "1\n2\n3"),
    ShaderFile(name: "c", text: "1\n"))

  @Test("the files are joined to one text, and every file begins a new line")
  func text() {
    #expect(source.text == "1\n2\n1\n2\n3\n1\n")
  }

  @Test(
    "a line of the text is mapped to its file and the line in that file",
    arguments: [
      (1, "a", 1), (2, "a", 2), (3, "b", 1), (5, "b", 3), (6, "c", 1), (9, "c", 4),
    ])
  func line(line: Int, file: String, inFile: Int) throws {
    let place = try #require(source.locate(line: line))
    #expect(place == (file, inFile))
  }
}
