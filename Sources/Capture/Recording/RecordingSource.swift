/// An opened recording with pictures or with grids.
public enum OpenedRecording {
  case pictures(any FrameSource)
  /// Measurements, without pictures.
  case grids(GridReader)

  /// Opens a file or named pipe. YUV4MPEG2 and grids are read directly, everything else goes through FFmpeg.
  ///
  /// - Parameter isInterrupted: Whether the user has asked the program to end. Then the recording ends, even if FFmpeg still
  ///   waits for a pipe or searches a long file for its next picture.
  /// - Throws: An error if there is no such file, it is a folder or a device, there is no permission, or its contents are no
  ///   recording.
  public init(
    path: String, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(CaptureError) {
    let file = try RecordingFile(path: path, isInterrupted: isInterrupted)
    try file.readBeginning()
    if file.ahead.isEmpty { throw .notUnderstood(path, reason: "it is empty") }
    self =
      if GridReader.recognizes(file.ahead) {
        .grids(try GridReader(file))
      } else if file.ahead.starts(with: Y4MHeader.magic.utf8) {
        .pictures(try Y4MReader(file))
      } else if LumaTrace.recognizes(file.ahead) {
        throw .notUnderstood(path, reason: "it is a table of brightness; `aldis decode --luma` reads it")
      } else {
        .pictures(try Recording(file))
      }
  }

  /// Reads YUV4MPEG2 or grids from a descriptor that stays open afterwards, such as standard input.
  public init(
    descriptor: Int32, name: String, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(CaptureError) {
    let file = RecordingFile(
      descriptor: descriptor, path: name, closesDescriptor: false, isInterrupted: isInterrupted)
    try file.readBeginning()
    self =
      if GridReader.recognizes(file.ahead) {
        .grids(try GridReader(file))
      } else if file.ahead.isEmpty || file.ahead.starts(with: Y4MHeader.magic.utf8) {
        .pictures(try Y4MReader(file))
      } else {
        throw .notUnderstood(
          name,
          reason: """
            it takes only YUV4MPEG2, grid recordings and, with --luma, tables of brightness; name the file instead
            """)
      }
  }

  /// Its frames; those of a grid recording have measurements.
  public func frames() throws(CaptureError) -> any FrameSource {
    switch self {
    case .pictures(let source): source
    case .grids(let reader): try GridPlayback(reader)
    }
  }
}

/// Opens a recording of any kind as frames.
public enum RecordingSource {
  /// See ``OpenedRecording``.
  public static func open(
    _ path: String, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(CaptureError) -> any FrameSource {
    try OpenedRecording(path: path, isInterrupted: isInterrupted).frames()
  }
}

extension RecordingFile {
  /// Reads as many bytes as are needed to recognize the file.
  fileprivate func readBeginning() throws(CaptureError) {
    let enough = max(Y4MHeader.magic.utf8.count, GridFile.magic.count)
    while ahead.count < enough, try readAhead() != .end {}
  }
}
