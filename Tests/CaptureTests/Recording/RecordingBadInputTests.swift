import Foundation
import Glibc
import Localization
import Testing

@testable import Capture

/// Files that are no recording, or are incomplete.
@Suite(.enabled(if: FFmpegProgram.isInstalled, Comment(rawValue: FFmpegProgram.absence)))
struct RecordingBadInputTests {
  let folder = TestFolder()

  @Test("a path that is no file causes the error of its kind: missing, folder or device")
  func noFile() {
    let missing = "\(folder.path)/missing.mp4"
    #expect(throws: CaptureError.noSuchFile(missing)) { try RecordingSource.open(missing) }
    #expect(throws: CaptureError.noSuchFile("")) { try RecordingSource.open("") }
    #expect(throws: CaptureError.isDirectory(folder.path)) { try RecordingSource.open(folder.path) }
    #expect(throws: CaptureError.noSuchFile("\(missing)/inside")) {
      try RecordingSource.open("\(missing)/inside")
    }
    for device in ["/dev/null", "/dev/zero"] {
      #expect(
        throws: CaptureError.unreadable(
          device, reason: "it is a device; `aldis monitor --camera` reads cameras")
      ) {
        try RecordingSource.open(device)
      }
    }
  }

  @Test(
    "the error for a file without read permission says so",
    .enabled(if: geteuid() != 0, "the superuser may read everything"))
  func denied() {
    let path = folder.file("secret.mp4")
    chmod(path, 0)
    let advice: LocalizedText = "you have no permission; let its owner run chmod a+r on it"
    #expect(throws: CaptureError.unreadable(path, reason: advice)) { try RecordingSource.open(path) }
  }

  @Test(
    "a file whose reads block is refused",
    .enabled(if: access("/proc/kmsg", R_OK) == 0, "needs the right to read /proc/kmsg"))
  func endless() {
    let begin = ContinuousClock.now
    #expect(throws: CaptureError.self) { try RecordingSource.open("/proc/kmsg") }
    #expect(.now - begin < .seconds(5))
  }

  @Test(
    "contents that are no recording are refused",
    arguments: [
      "", "\n", "hello", String(repeating: "All work and no play makes Jack a dull boy.\n", count: 200),
      "#!/bin/sh\nexit 0\n", "seconds,luma\n0,16\n", String(repeating: "\0", count: 100_000),
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile /etc/passwd\n",
    ])
  func noRecording(contents: String) {
    for name in ["a", "a.mp4", "a.txt", "a%03d.png"] {
      let path = folder.file(name, contents.utf8)
      let error = #expect(throws: CaptureError.self) { try RecordingSource.open(path) }
      #expect(error?.isOfData == true, "\(String(describing: error))")
    }
  }

  @Test("an empty file is reported as empty")
  func empty() {
    let path = folder.file("a.mp4")
    #expect(throws: CaptureError.notUnderstood(path, reason: "it is empty")) {
      try RecordingSource.open(path)
    }
  }

  @Test(
    "the error for a table of brightness names `aldis decode --luma`",
    arguments: ["seconds,luma\n0,16\n", "0;16,5\r\n0,1;17\r\n", "\u{FEFF}# a lamp\n\n\"t\"\t\"y\"\n0\t1\n"])
  func trace(contents: String) {
    let path = folder.file("a.csv", contents.utf8)
    let error = #expect(throws: CaptureError.self) { try RecordingSource.open(path) }
    #expect(error?.message.contains("aldis decode --luma") == true, "\(String(describing: error))")
  }

  @Test("audio without video is refused, with a cover picture or without", arguments: [false, true])
  func soundOnly(hasCover: Bool) throws {
    let path = "\(folder.path)/a.m4a"
    let cover = ["-f", "lavfi", "-i", "color=red:s=32x32:d=0.1", "-frames:v", "1", "-c:v", "png"]
    let sound = ["-y", "-f", "lavfi", "-i", "sine=d=1"]
    let parts = ["-map", "0:a", "-map", "1:v", "-disposition:v:0", "attached_pic"]
    try FFmpegProgram.run("ffmpeg", sound + (hasCover ? cover + parts : []) + [path])
    #expect(throws: CaptureError.noPicture(path)) { try RecordingSource.open(path) }
  }

  @Test(
    "a format that is no video is refused, and the error names the format",
    arguments: [
      ("a.wav", "WAV / WAVE (Waveform Audio)"), ("a.png", "piped png sequence"),
      ("a.srt", "SubRip subtitle"),
    ])
  func otherFormats(name: String, format: String) throws {
    let path = "\(folder.path)/\(name)"
    switch name {
    case "a.wav": try FFmpegProgram.run("ffmpeg", ["-f", "lavfi", "-i", "sine=d=1", path])
    case "a.png": try FFmpegProgram.make(path, frames: 1, [])
    default: _ = folder.file(name, "1\n00:00:00,000 --> 00:00:01,000\nSOS\n".utf8)
    }
    let reason: LocalizedText = "its format is \(format); name a video, such as an MP4 or Matroska file"
    #expect(throws: CaptureError.notUnderstood(path, reason: reason)) { try RecordingSource.open(path) }
  }

  @Test("a recording without its index is refused")
  func withoutIndex() throws {
    let whole = "\(folder.path)/a.mp4"
    try FFmpegProgram.make(whole, frames: 30, ["-c:v", "libx264"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let path = folder.file("cut.mp4", bytes.prefix(bytes.count / 2))
    #expect(throws: CaptureError.notUnderstood(path, reason: "moov atom not found")) {
      try RecordingSource.open(path)
    }
  }

  @Test("a recording cut in the middle delivers the part before, and reports the cut")
  func cutInTheMiddle() throws {
    let whole = "\(folder.path)/a.mp4"
    try FFmpegProgram.make(
      whole, size: "160x120", frames: 60, ["-c:v", "libx264", "-g", "10", "-movflags", "faststart"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let path = folder.file("cut.mp4", bytes.prefix(bytes.count * 2 / 3))
    let playback = Playback(of: try RecordingSource.open(path))
    let pictures = Playback(of: try RecordingSource.open(whole)).pictures
    #expect((10..<60).contains(playback.pictures.count))
    #expect(playback.pictures.dropLast(3) == pictures.prefix(playback.pictures.count).dropLast(3))
    guard case .truncated(path, _) = playback.failure else {
      Issue.record("\(String(describing: playback.failure))")
      return
    }
  }

  @Test("a Matroska file that is cut is reported as cut", arguments: ["mkv", "webm"])
  func cutMatroska(_ container: String) throws {
    let whole = "\(folder.path)/a.\(container)"
    try FFmpegProgram.make(
      whole, size: "160x120", frames: 60,
      container == "mkv" ? ["-c:v", "libx264", "-g", "10"] : ["-c:v", "libvpx", "-deadline", "realtime"])
    #expect(Playback(of: try RecordingSource.open(whole)).failure == nil)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let path = folder.file("cut.\(container)", bytes.prefix(bytes.count * 2 / 3))
    let playback = Playback(of: try RecordingSource.open(path))
    #expect((10..<60).contains(playback.pictures.count))
    #expect(playback.failure == .truncated(path, reason: "File ended prematurely"))
  }

  static let encodings: [(String, [String])] = [
    ("mp4", ["-c:v", "libx264", "-g", "5", "-movflags", "faststart"]),
    ("mkv", ["-c:v", "libx264", "-g", "5"]),
    ("avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
    ("webm", ["-c:v", "libvpx", "-deadline", "realtime"]),
    ("ts", ["-c:v", "mpeg2video"]),
    ("y4m", ["-pix_fmt", "yuv420p"]),
  ]

  @Test("a recording cut anywhere is refused or ends, without a crash", arguments: encodings)
  func cutAnywhere(container: String, encoding: [String]) throws {
    let whole = "\(folder.path)/a.\(container)"
    try FFmpegProgram.make(whole, size: "48x32", frames: 10, encoding)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    for part in 0..<40 {
      let path = folder.file("cut.\(container)", bytes.prefix(bytes.count * part / 40))
      do throws(CaptureError) {
        let playback = Playback(of: try RecordingSource.open(path), limit: 200)
        #expect(playback.pictures.count <= 10)
      } catch {
        #expect(error.isOfData)
      }
    }
  }

  @Test("a recording with damage anywhere is refused or ends, with times in order", arguments: encodings)
  func damagedAnywhere(container: String, encoding: [String]) throws {
    let whole = "\(folder.path)/a.\(container)"
    try FFmpegProgram.make(whole, size: "48x32", frames: 10, encoding)
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: whole)))
    for part in 0..<60 {
      var damaged = bytes
      // The beginning is the most important part: damages each of its bytes, then some in the rest.
      for position in part < 30 ? [part] : Array(stride(from: part, to: bytes.count, by: 997)) {
        damaged[position] ^= UInt8(truncatingIfNeeded: 0x80 >> (part % 8)) | 1
      }
      let path = folder.file("damaged.\(container)", damaged)
      do throws(CaptureError) {
        let playback = Playback(of: try RecordingSource.open(path), limit: 2_000)
        let pictures = playback.pictures
        #expect(zip(pictures.dropFirst(), pictures).allSatisfy { $0.timestamp > $1.timestamp })
        #expect(zip(pictures.dropFirst(), pictures).allSatisfy { $0.sequence > $1.sequence })
      } catch {
        #expect(error.isOfData)
      }
    }
  }

  @Test("a damaged picture is reported as lost, and the others keep their times")
  func damagedPicture() throws {
    let whole = "\(folder.path)/a.avi"
    try FFmpegProgram.make(whole, frames: 10, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "2"])
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: whole)))
    let starts = bytes.indices.filter { bytes[$0...].starts(with: [0xFF, 0xD8, 0xFF]) }
    #expect(starts.count == 10)
    // Removes the start of the fifth picture.
    bytes[starts[4]] = 0
    bytes[starts[4] + 1] = 0
    bytes.replaceSubrange((starts[4] + 2)..<(starts[4] + 700), with: repeatElement(0, count: 698))
    let playback = Playback(of: try RecordingSource.open(folder.file("b.avi", bytes)))
    #expect(playback.failure == nil)
    #expect(playback.lost.map(\.cause) == [.damaged])
    #expect(playback.lost.map(\.count) == [1])
    #expect(playback.pictures.map(\.sequence) == [0, 1, 2, 3, 5, 6, 7, 8, 9])
    let expected = Playback(of: try RecordingSource.open(whole)).pictures
    #expect(playback.pictures == expected.filter { $0.sequence != 4 })
  }
}
