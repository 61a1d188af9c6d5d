import Morse

extension AlphabetChoice: CustomStringConvertible {
  /// The names of all alphabets, without auto.
  package static let names = Alphabet.all.map(\.name).joined(separator: ", ")

  /// The choice that the user named.
  package static func named(_ name: String) throws(UsageError) -> AlphabetChoice {
    if name.lowercased() == "auto" { return .automatic }
    guard let alphabet = Alphabet.named(name.lowercased()) else {
      throw UsageError("there is no alphabet \(name); there are auto, \(names)")
    }
    return .alphabet(alphabet)
  }

  public var description: String {
    switch self {
    case .automatic: "auto"
    case .alphabet(let alphabet): alphabet.name
    }
  }
}
