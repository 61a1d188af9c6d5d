import Glibc

/// The state of an LED before it was taken: its trigger and its brightness.
struct LEDSetting: Equatable {
  /// An attribute of a trigger, such as `delay_on` of `timer`.
  struct Parameter: Equatable {
    var name: String
    var value: String
  }

  /// The kernel's active trigger, such as `heartbeat`; `nil` if there is none.
  var trigger: String?
  /// The trigger's parameters, in the order of writing. The kernel drops them when the trigger is removed.
  var parameters: [Parameter] = []
  /// 0 to `max_brightness`.
  var brightness: String

  /// The parameters of the kernel's triggers (drivers/leds/trigger, Documentation/ABI/testing/sysfs-class-led-trigger-*), in
  /// the order of writing: a device before the choice of its events, `repeat` before `pattern`, because writing `pattern`
  /// restarts it.
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
      // `none [heartbeat] timer`: the active one is in brackets.
      let triggers = try LEDAttribute(path: folder + "/trigger").read().split(separator: " ")
      let chosen = triggers.first { $0.hasPrefix("[") && $0.hasSuffix("]") }?.dropFirst().dropLast()
      trigger = chosen.flatMap { $0 == "none" ? nil : String($0) }
      if trigger != nil { parameters = Self.parameters(of: folder) }
    } catch {
      guard error.errno == ENOENT else { throw error }
      trigger = nil
    }
  }

  /// The parameters that can be read and written.
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
