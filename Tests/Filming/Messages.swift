/// Random words of letters, figures and punctuation.
public func randomMessage(words: Int, using random: inout SeededRandom) -> String {
  (0..<words).map { _ in randomWord(using: &random) }.joined(separator: " ")
}

/// Random words of letters, figures and punctuation, until the message has a random length of at least 40 to 55 characters.
public func randomMessage(using random: inout SeededRandom) -> String {
  let length = Int.random(in: 40...55, using: &random)
  var message = randomWord(using: &random)
  while message.count < length { message += " " + randomWord(using: &random) }
  return message
}

private func randomWord(using random: inout SeededRandom) -> String {
  let kind = Double.random(in: 0..<1, using: &random)
  let set = kind < 0.75 ? latinLetters : figures
  var word = String(
    (0..<Int.random(in: 2...6, using: &random)).map { _ in set.randomElement(using: &random)! })
  if kind > 0.6, kind < 0.9 { word.append(signs.randomElement(using: &random)!) }
  return word
}

let latinLetters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
private let figures = Array("0123456789")
private let signs = Array(".,:?'-/()\"=+@")
