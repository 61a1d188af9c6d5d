import Localization

/// A script that may have no font on a small system.
enum Script: CaseIterable {
  case greek, cyrillic, hebrew, arabic, kana, hangul

  /// The blocks of its letters (Unicode 15.1, Blocks.txt).
  private var blocks: [ClosedRange<UInt32>] {
    switch self {
    case .greek: [0x370...0x3FF]
    case .cyrillic: [0x400...0x52F]
    case .hebrew: [0x590...0x5FF]
    case .arabic: [0x600...0x6FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF]
    case .kana: [0x3040...0x30FF]
    case .hangul: [0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF]
    }
  }

  /// `nil` if no letter belongs to one of these scripts.
  init?(of text: String) {
    let script = text.unicodeScalars.lazy.compactMap { letter in
      Self.allCases.first { script in script.blocks.contains { $0.contains(letter.value) } }
    }.first
    guard let script else { return nil }
    self = script
  }

  var name: LocalizedText {
    switch self {
    case .greek: LocalizedText("Greek", context: "script")
    case .cyrillic: "Cyrillic"
    case .hebrew: LocalizedText("Hebrew", context: "script")
    case .arabic: LocalizedText("Arabic", context: "script")
    case .kana: "kana"
    case .hangul: "Hangul"
    }
  }
}
