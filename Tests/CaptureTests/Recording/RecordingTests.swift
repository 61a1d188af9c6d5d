import Foundation
import Frames
import Testing

@testable import Capture

/// Recordings made by FFmpeg's programs are read and compared with those programs' results.
@Suite(.enabled(if: FFmpegProgram.isInstalled, Comment(rawValue: FFmpegProgram.absence)))
struct RecordingTests {
  let folder = TestFolder()

  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    var encoding: [String]
    var pixelFormat: PixelFormat
    /// FFmpeg's name of the format.
    var reference: String
    var range = FrameFormat.Range.limited
    /// The largest error of a sample: formats without a match are converted by a scaler that dithers.
    var tolerance = 0
    var size = "66x50"

    var testDescription: String { "\(file) \(encoding.joined(separator: " "))" }
  }

  @Test(
    "pictures and times are equal to FFmpeg's",
    arguments: [
      Case(
        file: "a.mp4", encoding: ["-c:v", "libx264", "-pix_fmt", "yuv420p"], pixelFormat: .yu12,
        reference: "yuv420p"),
      Case(
        file: "a.ts", encoding: ["-c:v", "libx264", "-pix_fmt", "yuv420p"], pixelFormat: .yu12,
        reference: "yuv420p"),
      Case(
        file: "a.mov", encoding: ["-c:v", "libx264", "-pix_fmt", "yuv444p"], pixelFormat: .yuv444,
        reference: "yuv444p", size: "17x61"),
      Case(
        file: "a.avi", encoding: ["-c:v", "mjpeg", "-pix_fmt", "yuvj422p", "-q:v", "3"],
        pixelFormat: .yuv422, reference: "yuvj422p", range: .full),
      Case(
        file: "b.avi", encoding: ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "3"],
        pixelFormat: .yu12, reference: "yuvj420p", range: .full, size: "67x51"),
      Case(
        file: "a.webm", encoding: ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-deadline", "realtime"],
        pixelFormat: .yu12, reference: "yuv420p"),
      Case(
        file: "a.mpg", encoding: ["-c:v", "mpeg2video", "-pix_fmt", "yuv420p"], pixelFormat: .yu12,
        reference: "yuv420p"),
      Case(
        file: "a.mkv", encoding: ["-c:v", "ffv1", "-pix_fmt", "gray"], pixelFormat: .grey,
        reference: "gray", range: .full, size: "17x61"),
      Case(
        file: "b.mkv", encoding: ["-c:v", "ffv1", "-pix_fmt", "yuv422p"], pixelFormat: .yuv422,
        reference: "yuv422p", size: "17x61"),
      Case(
        file: "a.nut", encoding: ["-c:v", "rawvideo", "-pix_fmt", "nv12"], pixelFormat: .nv12,
        reference: "nv12"),
      Case(
        file: "b.nut", encoding: ["-c:v", "rawvideo", "-pix_fmt", "yuyv422"], pixelFormat: .yuyv,
        reference: "yuyv422"),
      Case(
        file: "c.nut", encoding: ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"], pixelFormat: .uyvy,
        reference: "uyvy422"),
      Case(
        file: "d.nut", encoding: ["-c:v", "rawvideo", "-pix_fmt", "rgb24"], pixelFormat: .rgb24,
        reference: "rgb24", range: .full, size: "17x61"),
      // Rows are stored from bottom to top.
      Case(
        file: "c.avi", encoding: ["-c:v", "rawvideo", "-pix_fmt", "bgr24"], pixelFormat: .bgr24,
        reference: "bgr24", range: .full),
      // There is no equal `PixelFormat`: the nearest is used.
      Case(
        file: "b.mp4", encoding: ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"], pixelFormat: .yu12,
        reference: "yuv420p", tolerance: 1),
      Case(
        file: "c.mkv", encoding: ["-c:v", "ffv1", "-pix_fmt", "yuv422p10le"], pixelFormat: .yuv422,
        reference: "yuv422p", tolerance: 1, size: "67x51"),
      Case(
        file: "d.mkv", encoding: ["-c:v", "ffv1", "-pix_fmt", "gray10le"], pixelFormat: .grey,
        reference: "gray", range: .full, tolerance: 1),
      Case(
        file: "e.mkv", encoding: ["-c:v", "ffv1", "-pix_fmt", "gbrp"], pixelFormat: .rgb24,
        reference: "rgb24", range: .full),
      Case(
        file: "a.gif", encoding: ["-vf", "scale=66:50,format=rgb8"], pixelFormat: .rgb24, reference: "rgb24",
        range: .full),
      Case(
        file: "f.mkv", encoding: ["-c:v", "ffv1", "-pix_fmt", "yuv411p"], pixelFormat: .yuv422,
        reference: "yuv422p", tolerance: 1),
      Case(
        file: "g.mkv", encoding: ["-c:v", "ffv1", "-pix_fmt", "yuva420p"], pixelFormat: .yu12,
        reference: "yuv420p"),
    ])
  func agreement(example: Case) throws {
    let path = "\(folder.path)/\(example.file)"
    try FFmpegProgram.make(path, size: example.size, example.encoding)
    let source = try RecordingSource.open(path)
    #expect(source.info.name == example.file)
    #expect(!source.info.isLive && source.info.quarterTurns == 0)
    let playback = Playback(of: source)
    #expect(playback.failure == nil && playback.lost.isEmpty && playback.changes == 0)
    #expect(playback.pictures.map(\.sequence) == Array(0..<12))
    let size = example.size.split(separator: "x").compactMap { Int($0) }
    for picture in playback.pictures {
      #expect(picture.format.pixelFormat == example.pixelFormat)
      #expect([picture.format.width, picture.format.height] == size)
      #expect(picture.format.range == example.range)
    }
    let pixels = playback.pictures.flatMap(\.planes).flatMap { $0 }
    let reference = try FFmpegProgram.pixels(of: path, as: example.reference)
    #expect(pixels.count == reference.count)
    let farthest = zip(pixels, reference).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(farthest <= example.tolerance)
    // ffprobe prints microseconds.
    let times = try FFmpegProgram.times(of: path)
    #expect(times.count == 12)
    #expect(zip(playback.seconds, times).allSatisfy { $1.isNaN || abs($0 - $1) <= 1e-6 })
  }

  @Test("times are exact fractions of a second, and the rate is reported")
  func exactTimes() throws {
    let path = "\(folder.path)/a.mp4"
    try FFmpegProgram.make(path, rate: "30000/1001", ["-c:v", "libx264", "-video_track_timescale", "30000"])
    let source = try RecordingSource.open(path)
    #expect(source.info.nominalRate.map { abs($0 - 30_000 / 1_001) < 1e-9 } == true)
    let nanoseconds = (0..<12).map { (index: Int64) -> Int64 in (index * 1_001 * 100_000 + 1) / 3 }
    #expect(Playback(of: source).pictures.map(\.timestamp.nanoseconds) == nanoseconds)
  }

  @Test("with a varying frame rate, times are kept and no rate is reported", arguments: ["mp4", "mkv"])
  func varyingRate(container: String) throws {
    let path = "\(folder.path)/a.\(container)"
    try FFmpegProgram.make(
      path, rate: "60",
      ["-vf", "select='not(mod(n,7))+not(mod(n,4))'", "-fps_mode", "vfr", "-c:v", "libx264"])
    let source = try RecordingSource.open(path)
    // Matroska's header has the encoder's rate, independent of the frames.
    #expect(source.info.nominalRate == (container == "mkv" ? 60 : nil))
    let shown = (0..<60).filter { $0 % 7 == 0 || $0 % 4 == 0 }.prefix(12)
    let playback = Playback(of: source)
    #expect(playback.pictures.count == 12)
    // Matroska counts milliseconds.
    for (time, index) in zip(playback.seconds, shown) {
      #expect(abs(time - Double(index) / 60) <= 0.001)
    }
  }

  @Test("the first time of a recording is kept")
  func lateStart() throws {
    let path = "\(folder.path)/a.mkv"
    try FFmpegProgram.make(path, ["-c:v", "libx264", "-output_ts_offset", "5"])
    #expect(Playback(of: try RecordingSource.open(path)).seconds.first == 5)
  }

  @Test("a stream without times gets times by its rate")
  func withoutTimes() throws {
    let path = "\(folder.path)/a.h264"
    try FFmpegProgram.make(path, rate: "50", ["-c:v", "libx264", "-bf", "2", "-f", "h264"])
    let playback = Playback(of: try RecordingSource.open(path))
    #expect(playback.pictures.count == 12)
    let steps = zip(playback.seconds.dropFirst(), playback.seconds).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 - 0.02) < 1e-6 })
  }

  @Test("a phone's recording is upright after the reported turn", arguments: [0, 90, 180, 270])
  func rotation(degrees: Int) throws {
    let stored = "\(folder.path)/a.mp4"
    let path = "\(folder.path)/b.mp4"
    try FFmpegProgram.make(stored, frames: 1, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    // In this version of ffmpeg, degrees are counterclockwise.
    try FFmpegProgram.run(
      "ffmpeg", ["-i", stored, "-c", "copy", "-metadata:s:v:0", "rotate=\(degrees)", path])
    let source = try RecordingSource.open(path)
    #expect(source.info.quarterTurns == (4 - degrees / 90) % 4)
    // The pixels are delivered as stored.
    let picture = try #require(Playback(of: source).pictures.first)
    var luma = picture.planes[0]
    var width = picture.format.width
    for _ in 0..<source.info.quarterTurns {
      let height = luma.count / width
      luma = (0..<width).flatMap { column in (0..<height).reversed().map { luma[$0 * width + column] } }
      width = height
    }
    let upright = try FFmpegProgram.pixels(of: path, as: "yuv420p", turned: true)
    #expect(luma == Array(upright.prefix(luma.count)))
  }

  @Test(
    "full and limited range are distinguished", arguments: [("pc", FrameFormat.Range.full), ("tv", .limited)])
  func range(flag: String, range: FrameFormat.Range) throws {
    let path = "\(folder.path)/a.mp4"
    try FFmpegProgram.make(
      path,
      ["-vf", "scale=out_range=\(flag)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-color_range", flag])
    #expect(try RecordingSource.open(path).info.format.range == range)
  }

  @Test("a change of the pictures' size is reported before the picture", arguments: ["mjpeg", "h264"])
  func sizeChange(format: String) throws {
    var bytes: [UInt8] = []
    let sizes = [("66x50", 3), ("32x96", 4), ("66x50", 2)]
    for (size, frames) in sizes {
      let part = "\(folder.path)/part.\(format)"
      try FFmpegProgram.make(
        part, size: size, frames: frames,
        ["-c:v", format == "h264" ? "libx264" : "mjpeg", "-pix_fmt", "yuvj420p", "-f", format])
      bytes += try Array(Data(contentsOf: URL(fileURLWithPath: part)))
    }
    let playback = Playback(of: try RecordingSource.open(folder.file("a.\(format)", bytes)))
    #expect(playback.failure == nil)
    #expect(playback.changes == 2)
    #expect(
      playback.pictures.map { "\($0.format.width)x\($0.format.height)" }
        == sizes.flatMap { Array(repeating: $0.0, count: $0.1) })
    #expect(zip(playback.seconds.dropFirst(), playback.seconds).allSatisfy { $0 > $1 })
  }

  @Test("a lent picture keeps its pixels while others are decoded, and after its source is released")
  func lease() throws {
    let path = "\(folder.path)/a.mp4"
    try FFmpegProgram.make(path, frames: 40, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let pictures = Playback(of: try RecordingSource.open(path)).pictures
    var source: (any FrameSource)? = try RecordingSource.open(path)
    guard case .frame(let first) = try source?.next(within: .zero) else {
      Issue.record("the first picture is there once the recording is open")
      return
    }
    for _ in 0..<38 { _ = try source?.next(within: .seconds(10)) }
    guard case .frame(let last) = try source?.next(within: .seconds(10)) else {
      Issue.record("there are 40 pictures")
      return
    }
    source = nil
    #expect(Playback.Picture(first) == pictures[0])
    #expect(Playback.Picture(last) == pictures[39])
  }

  @Test(
    "a recording continues from any sought moment, forwards and backwards, also after its end",
    arguments: [
      ["a.mp4", "-c:v", "libx264", "-g", "250", "-bf", "2"], ["a.mkv", "-c:v", "libx264", "-g", "12"],
      ["a.webm", "-c:v", "libvpx-vp9", "-deadline", "realtime"], ["a.avi", "-c:v", "mjpeg"],
      ["a.y4m", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe"],
      ["b.mp4", "-c:v", "libx264", "-output_ts_offset", "100"],
    ])
  func seek(arguments: [String]) throws {
    let path = "\(folder.path)/\(arguments[0])"
    try FFmpegProgram.make(path, frames: 60, Array(arguments.dropFirst()))
    let pictures = Playback(of: try RecordingSource.open(path)).pictures
    let source = try #require(try RecordingSource.open(path) as? any SeekableSource)
    let span = try #require(source.info.span)
    #expect(abs(span.upperBound - span.lowerBound - 2) < 0.2)
    for index in [40, 3, 59, 0, 31] {
      try source.seek(to: pictures[index].timestamp)
      let rest = Playback(of: source)
      #expect(rest.failure == nil)
      #expect(rest.pictures.map(\.planes) == pictures[index...].map(\.planes), "from \(index)")
      #expect(rest.seconds == pictures[index...].map(\.timestamp.seconds))
    }
    // Times before the beginning and after the end.
    try source.seek(to: Timestamp(seconds: -5))
    #expect(Playback(of: source).pictures.count == 60)
    try source.seek(to: Timestamp(seconds: 500))
    #expect(Playback(of: source).pictures.count <= 1)
  }

  @Test("a recording continues when lent pictures are returned")
  func picturesOut() throws {
    let path = "\(folder.path)/a.mp4"
    try FFmpegProgram.make(path, frames: 20, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let source = try RecordingSource.open(path)
    func hold(_ depth: Int) throws -> Int {
      switch try source.next(within: .milliseconds(1)) {
      case .frame(let frame):
        #expect(frame.sequence == UInt64(depth))
        let deepest = try hold(depth + 1)
        withExtendedLifetime(frame.sequence) {}
        return deepest
      default: return depth
      }
    }
    let held = try hold(0)
    #expect(held == 8)
    let rest = Playback(of: source)
    #expect(rest.pictures.map(\.sequence) == Array(8..<20))
  }

  @Test("a recording may have one picture")
  func onePicture() throws {
    let path = "\(folder.path)/a.mp4"
    try FFmpegProgram.make(path, frames: 1, ["-c:v", "libx264"])
    let playback = Playback(of: try RecordingSource.open(path))
    #expect(playback.pictures.count == 1 && playback.failure == nil)
  }

  @Test("a YUV4MPEG2 file is read directly, with any name")
  func y4m() throws {
    let path = "\(folder.path)/a.avi"
    try FFmpegProgram.make(path, ["-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe"])
    let source = try RecordingSource.open(path)
    #expect(source is Y4MReader)
    let playback = Playback(of: source)
    #expect(playback.failure == nil)
    let pixels = playback.pictures.flatMap(\.planes).flatMap { $0 }
    #expect(try pixels == FFmpegProgram.pixels(of: path, as: "yuv420p"))
  }

  @Test(
    "a named pipe carries YUV4MPEG2 or any container that streams", arguments: ["yuv4mpegpipe", "matroska"])
  func namedPipe(format: String) throws {
    let file = "\(folder.path)/a"
    try FFmpegProgram.make(file, ["-pix_fmt", "yuv420p", "-f", format])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let path = "\(folder.path)/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    // On a separate thread, because both ends wait for each other, and the tests have few threads.
    Thread.detachNewThread {
      let handle = FileHandle(forWritingAtPath: path)
      try? handle?.write(contentsOf: bytes)
      try? handle?.close()
    }
    let playback = Playback(of: try RecordingSource.open(path))
    #expect(playback.failure == nil)
    #expect(playback.pictures == Playback(of: try RecordingSource.open(file)).pictures)
    #expect(playback.pictures.count == 12)
  }
}
