import FoundationEssentials
import Glibc
import Torch

enum LEDFolder {
  /// The folder of the LEDs. Tests use another folder by setting the variable.
  static var path: String { ProcessInfo.processInfo.environment["ALDIS_LEDS"] ?? LEDTorch.folder }
}
