/// Why a compressed picture could not become a frame.
enum JPEGError: Error, Sendable, Equatable {
  /// The bytes are no JPEG; the text is libjpeg-turbo's.
  case notJPEG(String)
  /// A JPEG of a kind that has no ``PixelFormat``, or larger than ``FrameFormat/largestSide``.
  case unsupported(String)
  /// The picture's size or sampling differs from the requested format.
  case formatChanged
  /// The picture is cut or damaged: the buffer is incomplete.
  case incomplete(String)
}
