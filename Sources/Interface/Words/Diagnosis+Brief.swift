import Localization
import Morse

extension Diagnosis.Kind {
  /// A reason why a light is not read, in a few words, without a figure and an advice.
  var brief: LocalizedText {
    switch self {
    case .tooFast: "too fast for the camera"
    case .faint: "the light is too faint"
    case .clipped: "the picture is too bright"
    case .flicker: "the light flickers"
    case .blinking: "it only blinks"
    case .data: "it sends data"
    case .flashes: "it repeats flashes"
    case .slow: "it changes too slowly"
    case .irregular: "too uneven for Morse"
    case .moving: "the picture moves too much"
    }
  }
}
