/// The parser's messages about values of options and arguments.
enum UsageMessage {
  /// The parser's message without "The value ... is invalid for ...", if it gives a reason. A reason that begins with "must be"
  /// gets the name of the option before it, and the value after it.
  static func shortened(_ message: String) -> String {
    let invalidValue =
      #/
      The\ value\ '(.*)'\ is\ invalid\ for\ '(<?)([^'\ >]+)>?(?:\ <.*>)?'
      (?:\.\ Please\ provide\ one\ of\ (.*)\. | :\ (.*))
      /#.dotMatchesNewlines()
    guard let found = message.wholeMatch(of: invalidValue)?.output else { return message }
    let name = found.2.isEmpty ? String(found.3) : found.3.uppercased()
    let choices = found.4.map { $0.replacing("' and '", with: "' or '").replacing("'", with: "") }
    let reason = choices.map { "must be \($0)" } ?? found.5.map(String.init) ?? ""
    return reason.hasPrefix("must be") ? "\(name) \(reason), not \(found.1)" : reason
  }
}
