/// Opens a recording by what it holds.
public enum RecordingSource {
  /// YUV4MPEG2 is read directly, in files and named pipes; everything else goes through FFmpeg.
  ///
  /// - Throws: Why there is nothing to read: no such file, a folder, a device, no permission, or contents that are no
  ///   recording.
  public static func open(_ path: String) throws(CaptureError) -> any FrameSource {
    let file = try RecordingFile(path: path)
    let magic = Y4MHeader.magic.utf8
    while file.ahead.count < magic.count, try file.lookFurther() != .end {}
    if file.ahead.isEmpty { throw .notUnderstood(path, reason: "it is empty") }
    return file.ahead.starts(with: magic) ? try Y4MReader(file) : try Recording(file)
  }
}
