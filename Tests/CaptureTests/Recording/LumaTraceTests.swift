import Foundation
import Frames
import Testing

@testable import Capture

@Suite struct LumaTraceTests {
  let folder = TestFolder()

  /// All values of a trace.
  private func read(_ text: String) throws(CaptureError) -> [[Double]] {
    let trace = try LumaTrace(path: folder.file("trace.csv", text.utf8))
    var values: [[Double]] = []
    while let value = try trace.next() { values.append([value.seconds, value.luma]) }
    return values
  }

  @Test(
    "lines of two numbers are read, with any separator and spelling",
    arguments: [
      "0,16\n0.04,235.5\n",
      "0,16\n0.04,235.5",
      "0;16\n0.04;235.5\n",
      "0\t16\n0.04\t235.5\n",
      "0 , 16\n 0.04 ,\t235.5 \n",
      "0,16\r\n0.04,235.5\r\n",
      "\u{FEFF}0,16\n0.04,235.5\n",
      "\u{FEFF}seconds,luma\r\n0,16\r\n0.04,235.5\r\n",
      "# made by hand\n\nseconds;luma\n# a note\n0;16\n\n\n0.04;235.5\n\n",
      "0.0e0,1.6e1\n4E-2,+235.50\n",
      "\"0\",\"16\"\n\"0.04\",\" 235.5\"\n",
      "\"seconds\";\"luma\"\r\n\"0\" ; \"16\"\r\n\"0,04\" ; \"235,5\"\r\n",
      "0;16\n0,04;235,5\n",
      "0\t16\n0,04\t235,5\n",
      "0;16,0\n4e-2;23,55e1\n",
      "0,16\n.04,235.5000000000000000000000\n",
      "-0,16.\n0.040,00235.5\n",
    ])
  func understood(text: String) throws {
    #expect(try read(text) == [[0, 16], [0.04, 235.5]])
  }

  @Test("times may be negative and may repeat")
  func times() throws {
    #expect(try read("-1.5,1\n-1.5,2\n0,3\n") == [[-1.5, 1], [-1.5, 2], [0, 3]])
  }

  @Test(
    "a line without two finite numbers is refused with its number",
    arguments: [
      ("0,1\nabc\n", #"line 2: "abc" is not two numbers"#),
      ("0,1\n\n# c\n1,2,3\n", #"line 4: "1,2,3" is not two numbers"#),
      ("0,1\n1,\n", #"line 2: "1," is not two numbers"#),
      ("0,1\n,1\n", #"line 2: ",1" is not two numbers"#),
      ("0,1\n1 2\n", #"line 2: "1 2" is not two numbers"#),
      ("0,1\n1,2x\n", #"line 2: "1,2x" is not two numbers"#),
      ("0,1\n1.2.3,2\n", #"line 2: "1.2.3,2" is not two numbers"#),
      ("0,1\n0,04,235,5\n", #"line 2: "0,04,235,5" is not two numbers"#),
      ("0;1\n0.5;1.234,5\n", #"line 2: "0.5;1.234,5" is not two numbers"#),
      ("0;1\n1;2;3\n", #"line 2: "1;2;3" is not two numbers"#),
      ("0,1\n\"1,2\"\n", #"line 2: ""1,2"" is not two numbers"#),
      ("0,1\n\"1,\"2\n", #"line 2: ""1,"2" is not two numbers"#),
      ("seconds\n0,1\n", #"line 1: "seconds" is not two numbers"#),
      ("a,b\nc,d\n0,1\n", #"line 2: "c,d" is not two numbers"#),
      ("0,1\na,b\n", #"line 2: "a,b" is not two numbers"#),
      ("0,1\n1,nan\n", #"line 2: "1,nan" is not finite"#),
      ("0,1\ninf,1\n", #"line 2: "inf,1" is not finite"#),
      ("0,1\n1,1e999\n", #"line 2: "1,1e999" is not finite"#),
      ("0,1\n1,-1e31\n", #"line 2: "1,-1e31" is beyond any time in seconds or brightness"#),
      ("0,1\n1e12,1\n", #"line 2: "1e12,1" is beyond any time in seconds or brightness"#),
      ("0,1\n\u{1B}[2J\n", #"line 2: "?[2J" is not two numbers"#),
      ("0,1\n2,1\n1.5,1\n", "line 3: the time runs backwards, from 2.0 to 1.5"),
      ("0,1\n" + String(repeating: "7", count: 5_000), "line 2: it is longer than 4096 bytes"),
      ("", "it holds no values (seconds,luma)"),
      ("\n\n", "it holds no values (seconds,luma)"),
      ("seconds,luma\n", "it holds no values (seconds,luma)"),
    ])
  func refused(text: String, reason: String) throws {
    let path = "\(folder.path)/trace.csv"
    let error = #expect(throws: CaptureError.self) { try read(text) }
    #expect(error?.message == "cannot read \(path): \(reason)")
  }

  @Test("lines before a refused one are read")
  func before() throws {
    let trace = try LumaTrace(path: folder.file("trace.csv", "0,1\n1,2\njunk\n".utf8))
    #expect(try trace.next() == .init(seconds: 0, luma: 1))
    #expect(try trace.next() == .init(seconds: 1, luma: 2))
    #expect(throws: CaptureError.self) { try trace.next() }
  }

  @Test("lines of every length at the buffer's end are read completely, from a file and from a pipe")
  func long() throws {
    let lines = (0..<20_000).map { "\(Double($0) / 64),\($0 % 256)\(String(repeating: " ", count: $0 % 37))" }
    let text = lines.joined(separator: "\n")
    let values = try read(text)
    #expect(values.count == 20_000)
    #expect(values.enumerated().allSatisfy { $1 == [Double($0) / 64, Double($0 % 256)] })

    let pipe = TestPipe()
    pipe.send(text.utf8.prefix(60_000))
    pipe.closeWriting()
    let trace = LumaTrace(descriptor: pipe.reading, name: "standard input")
    for expected in values.prefix(1_900) {
      #expect(try trace.next().map { [$0.seconds, $0.luma] } == expected)
    }
  }

  @Test("numbers are rounded to the nearest Double, short or long")
  func numbers() throws {
    for text in [
      "0.1", "123456789012345", "999999999999999", "0.000000000000001", "1234567.89012345",
      "9007199254740993", "0.30000000000000004", "-17.25", "1e-7", "123456789.123456789123456789",
    ] {
      #expect(try read("-1e9,\(text)") == [[-1e9, Double(text)!]])
    }
  }

  @Test("the reason is given for a trace that cannot be opened")
  func missing() {
    #expect(throws: CaptureError.noSuchFile("/no/such/trace.csv")) {
      try LumaTrace(path: "/no/such/trace.csv")
    }
    #expect(throws: CaptureError.isDirectory(folder.path)) { try LumaTrace(path: folder.path) }
  }
}
