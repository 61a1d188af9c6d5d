/// Messages for films: random words, proverbs of unknown authors, and radio amateurs' conversations with invented call signs.
public enum Texts: Sendable {
  case random, english, amateur

  /// A message of at least 40 characters.
  public func message(using random: inout SeededRandom) -> String {
    switch self {
    case .random: return randomMessage(using: &random)
    case .english: return Self.joinedProverbs(using: &random)
    case .amateur: return Self.conversation(using: &random)
    }
  }

  private static func joinedProverbs(using random: inout SeededRandom) -> String {
    var message = ""
    while message.count < 40 {
      let next = proverbs.randomElement(using: &random)!
      message += message.isEmpty ? next : " " + next
    }
    return message
  }

  private static func conversation(using random: inout SeededRandom) -> String {
    let own = callSign(using: &random), other = callSign(using: &random)
    let report = "5\(Int.random(in: 5...9, using: &random))9"
    let name = ["TOM", "ANNA", "JACK", "OLAF", "PETRA", "LUIS", "KEN", "MARY"].randomElement(using: &random)!
    let town = ["BREMEN", "LEEDS", "OSLO", "PORTO", "GDANSK", "BOSTON", "LYON"].randomElement(using: &random)!
    let openings = [
      "CQ CQ DE \(own) \(own) K", "\(other) DE \(own) GM OM TNX FER CALL",
      "\(other) DE \(own) R R TNX FER RPRT",
    ]
    let middles = [
      "UR RST \(report) \(report) IN \(town) NAME \(name) \(name) HW?",
      "NAME HR IS \(name) ES QTH \(town) RIG IS 5W ES ANT DIPOLE",
      "WX HR RAIN ES COLD TEMP 8 C", "QTH \(town) = PWR 100 W ANT GP = QSL VIA BURO",
    ]
    let endings = [
      "73 ES HPE CUAGN \(other) DE \(own) SK", "TNX FER QSO 73 GL DE \(own)", "BK TO U \(other) DE \(own) KN",
    ]
    return [openings, middles, endings].map { $0.randomElement(using: &random)! }.joined(separator: " ")
  }

  private static func callSign(using random: inout SeededRandom) -> String {
    let prefix = ["DL", "G", "SP", "W", "F", "OH", "VK", "JA", "K", "LA"].randomElement(using: &random)!
    let suffix = (0..<Int.random(in: 2...3, using: &random)).map { _ in
      latinLetters.randomElement(using: &random)!
    }
    return prefix + String(Int.random(in: 0...9, using: &random)) + String(suffix)
  }

  private static let proverbs = [
    "A ROLLING STONE GATHERS NO MOSS", "THE EARLY BIRD CATCHES THE WORM", "MANY HANDS MAKE LIGHT WORK",
    "STILL WATERS RUN DEEP", "A WATCHED POT NEVER BOILS", "ALL THAT GLITTERS IS NOT GOLD",
    "WHEN THE CAT IS AWAY THE MICE WILL PLAY", "TOO MANY COOKS SPOIL THE BROTH", "BETTER LATE THAN NEVER",
    "EVERY CLOUD HAS A SILVER LINING", "MAKE HAY WHILE THE SUN SHINES", "LOOK BEFORE YOU LEAP",
    "THERE IS NO SMOKE WITHOUT FIRE", "ROME WAS NOT BUILT IN A DAY", "A STITCH IN TIME SAVES NINE",
    "OUT OF SIGHT OUT OF MIND", "SEND HELP THE BOAT IS TAKING WATER", "WIND FROM THE WEST AND RISING",
    "WE ARE FIVE ON BOARD AND ALL WELL", "MEET US AT THE NORTH QUAY BEFORE DARK",
    "THE BRIDGE IS CLOSED TAKE THE FERRY", "PLEASE REPEAT YOUR LAST WORD", "BRING ROPE AND A LANTERN TONIGHT",
    "NOTHING VENTURED NOTHING GAINED", "PRACTICE MAKES PERFECT", "THE PEN IS MIGHTIER THAN THE SWORD",
  ]
}
