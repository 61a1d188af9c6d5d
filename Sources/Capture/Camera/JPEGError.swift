/// Why a compressed picture became no frame.
public enum JPEGError: Error, Sendable, Equatable {
  /// The bytes are no JPEG at all; libjpeg-turbo's words.
  case notJPEG(String)
  /// A JPEG of a kind that has no ``PixelFormat``, or larger than ``FrameFormat/largestSide``.
  case unsupported(String)
  /// The picture is of another size or sampling than the format it was to be decoded as.
  case formatChanged
  /// The picture is cut or damaged: the buffer is incomplete.
  case incomplete(String)
}
