import Glibc

/// How an LED was found: who switches it, and how bright it is.
struct LEDSetting: Equatable {
  /// A trigger's own attribute, such as `delay_on` of `timer`.
  struct Parameter: Equatable {
    var name: String
    var value: String
  }

  /// The kernel's trigger in force, such as `heartbeat`; `nil` where there is none.
  var trigger: String?
  /// Of the trigger, in the order they are written in; it loses them when it is taken off.
  var parameters: [Parameter] = []
  /// 0 to `max_brightness`.
  var brightness: String

  /// What the kernel's triggers can be set to (drivers/leds/trigger, Documentation/ABI/testing/sysfs-class-led-trigger-*): a
  /// device before what is to be seen of it, `repeat` before the `pattern` that begins anew with it.
  private static let parameterNames = [
    "delay_on", "delay_off", "invert", "inverted", "repeat", "pattern", "hw_pattern", "duration", "state",
    "desired_brightness", "device_name", "interval", "link", "link_10", "link_100", "link_1000", "link_2500",
    "link_5000", "link_10000", "half_duplex", "full_duplex", "ttyname", "rx", "tx", "rx_err", "tx_err", "cts",
    "dsr", "dcd", "rng",
  ]

  /// Reads it from the LED's folder.
  init(of folder: String) throws(LEDFailure) {
    brightness = try LEDAttribute(path: folder + "/brightness").read()
    do throws(LEDFailure) {
      // `none [heartbeat] timer`: the one in force is in brackets.
      let triggers = try LEDAttribute(path: folder + "/trigger").read().split(separator: " ")
      let chosen = triggers.first { $0.hasPrefix("[") && $0.hasSuffix("]") }?.dropFirst().dropLast()
      trigger = chosen.flatMap { $0 == "none" ? nil : String($0) }
      if trigger != nil { parameters = Self.parameters(of: folder) }
    } catch {
      guard error.errno == ENOENT else { throw error }
      trigger = nil
    }
  }

  /// Those that can be read and written.
  private static func parameters(of folder: String) -> [Parameter] {
    parameterNames.compactMap { name in
      let attribute = LEDAttribute(path: "\(folder)/\(name)")
      guard access(attribute.path, R_OK | W_OK) == 0, let value = try? attribute.read(), !value.isEmpty else {
        return nil
      }
      return Parameter(name: name, value: value)
    }
  }

  /// Writes it to the LED's folder, as the script of ``LEDGuard`` does.
  func restore(to folder: String) throws(LEDFailure) {
    try LEDAttribute(path: folder + "/brightness").write(brightness)
    if let trigger { try LEDAttribute(path: folder + "/trigger").write(trigger) }
    for parameter in parameters {
      let attribute = LEDAttribute(path: "\(folder)/\(parameter.name)")
      if try attribute.read() != parameter.value { try attribute.write(parameter.value) }
    }
  }
}
