import Capture
import Foundation
import Frames
import Glibc
import Shell

/// How a film is encoded by FFmpeg's program before it is read, as by a phone or a webcam.
enum FilmCodec: Sendable, Hashable {
  /// H.264 of constant quality, as phones choose; 23 is x264's default.
  case h264(quality: Int)
  /// H.264 with so many kilobits per second.
  case bitrate(Int)
  case mjpeg(quality: Int)
  /// Before encoding, the camera rolls by so many degrees, root mean square, at the frequency of the hand's sway.
  indirect case rolling(Double, FilmCodec)

  private var arguments: String {
    switch self {
    case .h264(let quality): "-c:v libx264 -preset veryfast -crf \(quality)"
    case .bitrate(let rate): "-c:v libx264 -preset veryfast -b:v \(rate)k"
    case .mjpeg(let quality): "-c:v mjpeg -q:v \(quality)"
    case .rolling(_, let codec): codec.arguments
    }
  }

  /// The filter for pictures of `width` x `height` pixels before encoding. It crops 4 % of their width and height, because a
  /// rolled picture does not cover its corners.
  private func filter(width: Int, height: Int) -> String {
    guard case .rolling(let degrees, _) = self else { return "" }
    let amplitude = degrees * .pi / 180 * 2.0.squareRoot()
    return
      "-vf \"rotate=a=\(amplitude)*sin(2*PI*0.35*t),crop=trunc(iw*0.48)*2:trunc(ih*0.48)*2,scale=\(width):\(height)\""
  }

  /// Calls `deliver` with the events of a film, encoded and decoded, until it returns `false`.
  func play(_ film: SimulatedScene, _ deliver: (consuming CaptureEvent) throws -> Bool) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mkv")
    defer { try? FileManager.default.removeItem(at: file) }
    let filter = filter(width: film.info.format.width, height: film.info.format.height)
    let command =
      "ffmpeg -v error -y -f yuv4mpegpipe -i - -threads 1 \(filter) -pix_fmt yuvj420p \(arguments) \(Shell.quoted(file.path))"
    // With "e" the pipe is closed in other programs that are started meanwhile. Otherwise FFmpeg would wait for their end.
    guard let pipe = popen(command, "we") else { throw FilmCodecError.notEncoded(command) }
    let written = Result {
      let writer = try Y4MWriter(
        descriptor: fileno(pipe),
        header: Y4MHeader(
          format: film.info.format, rate: .init(Int64((film.info.nominalRate ?? 30).rounded()))))
      while true {
        switch try film.next(within: .seconds(1)) {
        case .frame(let frame): try writer.write(frame)
        case .ended: return
        case .lost: continue
        case .changed: continue
        case .nothing: continue
        }
      }
    }
    guard pclose(pipe) == 0 else { throw FilmCodecError.notEncoded(command) }
    try written.get()
    guard case .pictures(let source) = try OpenedRecording(path: file.path) else { return }
    while try deliver(source.next(within: .seconds(1))) {}
  }
}

enum FilmCodecError: Error, CustomStringConvertible {
  case notEncoded(String)

  var description: String {
    switch self {
    case .notEncoded(let command): "this failed (Debian: ffmpeg): \(command)"
    }
  }
}
