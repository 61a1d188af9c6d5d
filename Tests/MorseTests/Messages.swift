/// Random words of letters, figures and punctuation.
func randomMessage(words: Int, using random: inout SeededRandom) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  let figures = Array("0123456789")
  let signs = Array(".,:?'-/()\"=+@")
  return (0..<words).map { _ in
    let kind = Double.random(in: 0..<1, using: &random)
    let set = kind < 0.75 ? letters : figures
    var word = String(
      (0..<Int.random(in: 2...6, using: &random)).map { _ in set.randomElement(using: &random)! })
    if kind > 0.6, kind < 0.9 { word.append(signs.randomElement(using: &random)!) }
    return word
  }.joined(separator: " ")
}
