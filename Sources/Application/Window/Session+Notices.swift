import Interface
import Monitor

extension Session {
  /// Shows information, which ``NoticeTimeout`` removes again.
  func inform(_ text: String) { show(Notice(.information, text)) }

  /// Shows an error.
  func show(_ error: any Error, _ words: Wording) { show(Notice(.error, words.message(for: error))) }
}
