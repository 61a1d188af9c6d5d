import CFFmpeg
import Localization
import Synchronization

/// Prevents FFmpeg from writing to standard error, and stores the last error message about one recording. FFmpeg's return codes
/// only report "invalid data"; its log names the invalid part.
///
/// FFmpeg has one log for the whole process. The `opaque` of a line's context leads to its recording, so recordings that are
/// read at the same time do not get each other's messages. Decoder threads log, too.
final class FFmpegLog: Sendable {
  private struct Lines {
    var last: LocalizedText?
    var lastOfDemuxer: LocalizedText?
  }

  private let lines = Mutex(Lines())

  /// The last error that was logged.
  var last: LocalizedText? { lines.withLock(\.last) }

  /// The last error that the demuxer logged since ``forgetDemuxer()``.
  var lastOfDemuxer: LocalizedText? { lines.withLock(\.lastOfDemuxer) }

  func forgetDemuxer() { lines.withLock { $0.lastOfDemuxer = nil } }

  /// Replaces FFmpeg's log callback, once per process, before the first context is made.
  static let isInstalled: Bool = {
    av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_ERROR, let context, let format, let arguments,
        let callbacks = FFmpegCallbacks.callbacks(of: context)
      else { return }
      callbacks.log.keep(context, level, format, arguments)
    }
    return true
  }()

  private func keep(
    _ context: UnsafeMutableRawPointer, _ level: Int32, _ format: UnsafePointer<CChar>,
    _ arguments: CVaListPointer
  ) {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      // Leaves out the prefix "[mov,mp4 @ 0x55...]".
      var printsPrefix: Int32 = 0
      av_log_format_line2(
        context, level, format, arguments, buffer.baseAddress, Int32(buffer.count), &printsPrefix)
      return String(cString: buffer.baseAddress!)
    }
    guard let words = text.split(whereSeparator: \.isNewline).last else { return }
    let line = LocalizedText(system: String(words))
    lines.withLock {
      $0.last = line
      if FFmpegCallbacks.isDemuxer(context) { $0.lastOfDemuxer = line }
    }
  }
}

/// FFmpeg's text for one of its error codes.
func ffmpegReason(_ code: Int32) -> LocalizedText {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
    av_strerror(code, buffer.baseAddress, buffer.count)
    return LocalizedText(system: String(cString: buffer.baseAddress!))
  }
}
