import Morse

/// What is worked with in the bar that messages are written in: the line, its speed, what shines, and what sends it.
final class ComposeControls {
  private(set) var commands: [Command] = []
  private(set) var text = ""
  /// What the text would be sent as.
  private(set) var message = ComposedMessage("", alphabet: "", timing: .itu(wordsPerMinute: 12))
  /// What the user was asked about, and pressed Send for once.
  private var asked: Question?
  private var draft: (text: String, alphabet: String, timing: Timing)?
  private var history = MessageHistory()
  /// What stood there when more was to be pasted than has room; `nil` once it is another text.
  private var full: String?
  /// What was sent last, until it is known to have failed, and what then stood in the line again.
  private var sent: String?
  private var returned: String?
  private var isReplaced = false

  private var compose = Compose()
  private var alphabet = ""
  private var words = Wording()
  private(set) var layout = ComposeLayout(Point(0, 0), share: 0)

  /// Something in the way of a text, with a light.
  private struct Question: Equatable {
    var text: String
    var lamp: Compose.Lamp
    var wordsPerMinute: Double
  }

  static let entry = "message"

  func takeCommands() -> [Command] {
    defer { commands = [] }
    return commands
  }

  func show(_ compose: Compose, alphabet: String, _ words: Wording, in layout: ComposeLayout) {
    (self.compose, self.alphabet, self.words, self.layout) = (compose, alphabet, words, layout)
    takeBack()
    read()
  }

  /// What could not be sent stands in the line again, but for what was written since.
  private func takeBack() {
    guard compose.fault != nil, compose.sending == nil, let message = sent.take(), text.isEmpty
    else { return }
    (text, returned, isReplaced) = (message, message, true)
  }

  /// Reads the text anew where it, or how it is to be sent, has changed.
  private func read() {
    let next = (text: text, alphabet: alphabet, timing: compose.timing)
    if let draft, draft == next { return }
    draft = next
    message = ComposedMessage(text, alphabet: alphabet, timing: compose.timing)
    if asked != question { asked = nil }
  }

  private var question: Question {
    Question(text: text, lamp: compose.lamp, wordsPerMinute: compose.wordsPerMinute)
  }

  /// Whether all of the window would flash so fast that the user is asked first.
  private var riskyFlashes: Double? { compose.lamp == .wholeWindow ? compose.timing.riskyFlashes : nil }

  /// What is in the way, and whether that is a fault or a question.
  var problem: (words: String, isFault: Bool)? {
    guard compose.sending == nil else { return nil }
    let isAsked = asked == question
    // Before all else: what is sent next flashes.
    if isAsked, let flashes = riskyFlashes { return (words.flashes(flashes), false) }
    if full == text { return (words[.messageFull], false) }
    // Whoever writes another one has read it.
    if !isAsked, text.isEmpty || text == returned, let fault = compose.fault { return (fault, true) }
    return message.obstacle.map { (words.obstacle($0, isAsked: isAsked), false) }
  }

  /// A lamp is offered in place of the whole window.
  var offersLamp: Bool { compose.sending == nil && asked == question && riskyFlashes != nil }

  /// A pass over all controls.
  func run(_ gui: Gui) {
    guard layout.bar.height > 0 else { return }
    gui.window("compose", layout.bar) {
      write(gui)
      if !layout.speed.isEmpty { speed(gui) }
      if !layout.lights.isEmpty { lights(gui) }
      send(gui)
      if layout.card.isEmpty { offer(gui) }
    }
    if !layout.card.isEmpty, offersLamp { gui.window("offer", layout.offer) { offer(gui) } }
  }

  private func offer(_ gui: Gui) {
    if offersLamp, gui.button(words[.takeLamp], layout.offer) { commands.append(.sendingLamp(.lamp)) }
  }

  private func write(_ gui: Gui) {
    var isEarlier = false
    let writing = gui.entry(
      Self.entry, layout.entry, text: &text, hint: words[.messageHint], isReplaced: isReplaced
    ) { [self] in
      let line = history.step($0, from: $1)
      isEarlier = line != nil
      return line
    }
    isReplaced = false
    if writing == .changed, !isEarlier { history.leave() }
    if writing == .refused { full = text } else if full != text { full = nil }
    read()
    guard writing == .done else { return }
    gui.focus(on: Self.entry)
    press()
  }

  private func speed(_ gui: Gui) {
    guard let speed = gui.sendingSpeed(compose, layout.speed, words) else { return }
    compose.wordsPerMinute = speed
    commands.append(.sendingSpeed(speed))
    read()
  }

  private func lights(_ gui: Gui) {
    if gui.picker("lamp", words.lamp(compose.lamp), layout.lights, tip: words[.lampTip]) {
      gui.open(DesktopControls.Popup.lamp.rawValue, focusing: compose.lamps.firstIndex(of: compose.lamp) ?? 0)
    }
  }

  private func send(_ gui: Gui) {
    if compose.sending != nil {
      if gui.button("\(words[.stop])##send", layout.send, tip: words[.stopTip], key: "Esc", isMarked: true) {
        commands.append(.stopSending)
      }
    } else if gui.button(
      "\(words[.send])##send", layout.send, tip: words[.sendTip], key: "Enter", isDisabled: !message.canBeSent
    ) {
      press()
    }
  }

  /// Sends the text, or asks first.
  private func press() {
    guard compose.sending == nil, message.canBeSent else { return }
    let isQuestion = message.obstacle != nil || riskyFlashes != nil
    guard !isQuestion || asked == question else { return asked = question }
    commands.append(.send(text, leavesOut: message.obstacle != nil))
    history.note(text)
    (text, sent, returned, asked) = ("", text, nil, nil)
    read()
  }
}

extension Gui {
  /// - Returns: Another speed, in words a minute.
  func sendingSpeed(_ compose: Compose, _ rect: Rect, _ words: Wording) -> Double? {
    var value = compose.wordsPerMinute
    let isMoved = slider(
      "sending speed", rect, value: &value, in: Compose.speeds, step: 1, shown: words.speed(value) ?? "",
      tip: words[.sendingSpeedTip])
    return isMoved ? value.rounded() : nil
  }
}

/// What was sent, to be sent again: as in a shell the line at hand is kept while the user looks at earlier ones.
struct MessageHistory {
  private var lines: [String] = []
  /// `nil` at the line at hand.
  private var place: Int?
  private var atHand = ""

  private static let capacity = 100

  mutating func note(_ line: String) {
    place = nil
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > Self.capacity { lines.removeFirst() }
  }

  /// The line so many steps on, up to the line at hand; `nil` where there is none.
  mutating func step(_ steps: Int, from text: String) -> String? {
    guard !lines.isEmpty else { return nil }
    if place == nil { atHand = text }
    let next = min(max((place ?? lines.count) + steps, 0), lines.count)
    guard next != place ?? lines.count else { return nil }
    place = next == lines.count ? nil : next
    return place.map { lines[$0] } ?? atHand
  }

  /// What stands there is another line by now.
  mutating func leave() { place = nil }
}
