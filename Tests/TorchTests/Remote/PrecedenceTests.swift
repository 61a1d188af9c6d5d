import Testing

@testable import Torch

@Suite("Precedence")
struct PrecedenceTests {
  private let red = LightLevels(255, 0, 0)
  private let green = LightLevels(0, 255, 0)
  private let blue = LightLevels(0, 0, 255)

  @Test("without clients, or with silent ones, the lamp is dark")
  func silence() {
    var precedence = Precedence<String, Int>(capacity: 4)
    #expect(precedence.levels == .dark)
    _ = precedence.admit("a", at: 0)
    #expect(precedence.levels == .dark)
  }

  @Test(
    "the client that sends first controls the lamp, not the one that connected first, while it is present")
  func firstToSend() {
    var precedence = Precedence<String, Int>(capacity: 4)
    for name in ["a", "b", "c"] { _ = precedence.admit(name, at: 0) }
    precedence.receive(green, from: "b", at: 1)
    precedence.receive(red, from: "a", at: 2)
    precedence.receive(red, from: "c", at: 3)
    #expect(precedence.levels == green)
    precedence.receive(blue, from: "b", at: 4)
    #expect(precedence.levels == blue)
  }

  @Test("the next sender follows with its newest levels, and without clients the lamp is dark")
  func succession() {
    var precedence = Precedence<String, Int>(capacity: 4)
    for name in ["a", "b", "c"] { _ = precedence.admit(name, at: 0) }
    precedence.receive(red, from: "c", at: 1)
    precedence.receive(red, from: "b", at: 2)
    precedence.receive(blue, from: "a", at: 3)
    precedence.receive(green, from: "b", at: 4)
    precedence.dismiss("c")
    #expect(precedence.levels == green)
    precedence.dismiss("b")
    #expect(precedence.levels == blue)
    precedence.dismiss("a")
    #expect(precedence.levels == .dark)
  }

  @Test("an extra client replaces the one that was silent for longest, but not the controlling one")
  func displacement() {
    var precedence = Precedence<String, Int>(capacity: 3)
    for (time, name) in ["a", "b", "c"].enumerated() { #expect(precedence.admit(name, at: time) == nil) }
    precedence.receive(red, from: "c", at: 3)
    precedence.receive(green, from: "a", at: 4)
    #expect(precedence.admit("d", at: 5) == "b")
    #expect(precedence.admit("e", at: 6) == "a")
    #expect(precedence.admit("f", at: 7) == "d")
    #expect(precedence.levels == red)
  }

  @Test("levels of unknown clients are ignored")
  func strangers() {
    var precedence = Precedence<String, Int>(capacity: 3)
    precedence.receive(red, from: "a", at: 0)
    precedence.dismiss("b")
    #expect(precedence.levels == .dark)
  }
}
