import Glibc

/// How an LED was found: who switches it, and how bright it is.
struct LEDSetting: Equatable {
  /// The kernel's trigger in force, such as `heartbeat`; `nil` where there is none.
  var trigger: String?
  /// 0 to `max_brightness`.
  var brightness: String

  /// Reads it from the LED's folder.
  init(of folder: String) throws(LEDFailure) {
    brightness = try LEDAttribute(path: folder + "/brightness").read()
    do throws(LEDFailure) {
      // `none [heartbeat] timer`: the one in force is in brackets.
      let triggers = try LEDAttribute(path: folder + "/trigger").read().split(separator: " ")
      let chosen = triggers.first { $0.hasPrefix("[") && $0.hasSuffix("]") }?.dropFirst().dropLast()
      trigger = chosen.flatMap { $0 == "none" ? nil : String($0) }
    } catch {
      guard error.errno == ENOENT else { throw error }
      trigger = nil
    }
  }

  /// Writes it to the LED's folder, as the script of ``LEDGuard`` does.
  func restore(to folder: String) throws(LEDFailure) {
    try LEDAttribute(path: folder + "/brightness").write(brightness)
    if let trigger { try LEDAttribute(path: folder + "/trigger").write(trigger) }
  }
}
