import Foundation
import Glibc

/// Both ends of a pipe.
final class TestPipe {
  let reading: Int32
  let writing: Int32
  private var isOpen = (reading: true, writing: true)

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if isOpen.reading { close(reading) }
    isOpen.reading = false
  }

  func closeWriting() {
    if isOpen.writing { close(writing) }
    isOpen.writing = false
  }

  /// Writes bytes that fit the pipe without waiting: at most 64 KiB.
  func send(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    precondition(write(writing, bytes, bytes.count) == bytes.count)
  }
}

/// A folder that is removed after its test.
final class TestFolder {
  let path: String

  init() {
    var template = Array((NSTemporaryDirectory() + "aldis-XXXXXX").utf8CString)
    precondition(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ bytes: some Collection<UInt8> = []) -> String {
    let file = "\(path)/\(name)"
    precondition(FileManager.default.createFile(atPath: file, contents: Data(bytes)))
    return file
  }
}
