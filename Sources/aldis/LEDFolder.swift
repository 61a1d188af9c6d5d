import FoundationEssentials
import Glibc
import Torch

enum LEDFolder {
  /// Where LEDs are looked for. Tests bring LEDs of their own.
  static var path: String { ProcessInfo.processInfo.environment["ALDIS_LEDS"] ?? LEDTorch.folder }
}
