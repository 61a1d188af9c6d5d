import Glibc
import Localization

/// A brightness trace of another program: lines of `seconds,luma`, as a spreadsheet or a script writes them.
///
/// Fields are separated by a comma, a semicolon or a tab, and may be in quotation marks. Numbers have a decimal point, or a
/// decimal comma if the separator is not a comma. Blank lines, lines that begin with `#`, one line of column names before the
/// first value, a byte order mark and CRLF are accepted. Times may repeat but not run backwards.
public final class LumaTrace {
  /// The value of one line.
  public struct Value: Sendable, Equatable {
    /// Time on the trace's axis.
    public var seconds: Double
    /// Brightness in any unit: only its changes matter.
    public var luma: Double

    public init(seconds: Double, luma: Double) {
      self.seconds = seconds
      self.luma = luma
    }
  }

  private let file: RecordingFile
  private var lineNumber = 0
  private var hasColumnNames = false
  private var last: Value?

  /// The longest line that is read.
  static let longestLine = 4_096

  /// Opens a trace in a file or named pipe.
  ///
  /// - Parameter isInterrupted: Whether the user has asked the program to end. Then a trace in a pipe ends.
  public convenience init(
    path: String, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(CaptureError) {
    try self.init(RecordingFile(path: path, isInterrupted: isInterrupted))
  }

  /// Reads a trace from a descriptor that stays open afterwards, such as standard input.
  public convenience init(
    descriptor: Int32, name: String, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(
      RecordingFile(
        descriptor: descriptor, path: name, closesDescriptor: false, isInterrupted: isInterrupted))
  }

  private init(_ file: RecordingFile) { self.file = file }

  /// Whether a file that begins with these bytes is probably a trace: its first value comes after at most one line of column
  /// names.
  static func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    var hasColumnNames = false
    for line in beginning.prefix(longestLine).split(separator: UInt8(ascii: "\n")) {
      switch LumaTraceLine(parsing: withoutByteOrderMark(UnsafeRawBufferPointer(rebasing: line))) {
      case .blank: continue
      case .columnNames where !hasColumnNames: hasColumnNames = true
      case .value: return true
      case .columnNames, .notFinite, .outOfRange, .malformed: return false
      }
    }
    return false
  }

  /// The next value, or `nil` after the last one.
  ///
  /// - Throws: ``CaptureError/notUnderstood(_:reason:)``, naming the line, for any other line, a number that is not finite or
  ///   too large, a time before the previous one, and a trace without values.
  public func next() throws(CaptureError) -> Value? {
    while let line = try nextLine() {
      switch LumaTraceLine(parsing: line) {
      case .blank: continue
      case .columnNames where last == nil && !hasColumnNames: hasColumnNames = true
      case .columnNames, .malformed:
        throw isBinary(line) ? noTable : failure(reason: "\(Self.quoted(line)) is not two numbers")
      case .notFinite: throw failure(reason: "\(Self.quoted(line)) is not finite")
      case .outOfRange:
        throw failure(reason: "\(Self.quoted(line)) is beyond any time in seconds or brightness")
      case .value(let value):
        if let last, value.seconds < last.seconds {
          throw failure(reason: "the time runs backwards, from \(last.seconds) to \(value.seconds)")
        }
        last = value
        return value
      }
    }
    if last == nil { throw .notUnderstood(file.path, reason: "it holds no values (seconds,luma)") }
    return nil
  }

  private var noTable: CaptureError {
    .notUnderstood(file.path, reason: "it is no table of brightness; leave out --luma")
  }

  /// Whether the file begins with bytes that no text has: control characters other than tabs and carriage returns.
  private func isBinary(_ line: UnsafeRawBufferPointer) -> Bool {
    last == nil && !line.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private func failure(reason: LocalizedText) -> CaptureError {
    .notUnderstood(file.path, reason: "line \(lineNumber): \(reason)")
  }

  /// The beginning of a line, with printable characters only.
  private static func quoted(_ line: UnsafeRawBufferPointer) -> String {
    let shown = line.prefix(40).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    return "\"" + String(decoding: shown, as: UTF8.self) + (line.count > 40 ? "...\"" : "\"")
  }

  /// The next line without its line feed. Valid until the next call.
  private func nextLine() throws(CaptureError) -> UnsafeRawBufferPointer? {
    var searched = 0
    while true {
      let start = file.ahead.baseAddress!
      if let end = memchr(start + searched, Int32(UInt8(ascii: "\n")), file.ahead.count - searched) {
        return takeLine(UnsafeRawPointer(end) - start)
      }
      searched = file.ahead.count
      guard searched <= Self.longestLine else {
        if isBinary(file.ahead) { throw noTable }
        lineNumber += 1
        throw failure(reason: "it is longer than \(Self.longestLine) bytes")
      }
      if try file.readAhead() == .end {
        // The last line may have no line feed. An interrupted line may be a part of a number.
        return searched > 0 && !file.isInterrupted() ? takeLine(searched) : nil
      }
    }
  }

  /// U+FEFF in UTF-8, which spreadsheets write before the first line.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func withoutByteOrderMark(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    line.starts(with: byteOrderMark)
      ? UnsafeRawBufferPointer(rebasing: line.dropFirst(byteOrderMark.count)) : line
  }

  private func takeLine(_ count: Int) -> UnsafeRawBufferPointer {
    var line = UnsafeRawBufferPointer(rebasing: file.ahead.prefix(count))
    if lineNumber == 0 { line = Self.withoutByteOrderMark(line) }
    file.take(min(count + 1, file.ahead.count))
    lineNumber += 1
    return line
  }
}
