import Morse

/// The controls of the bar for messages: the text, its speed, the lamp, and the button that sends.
final class ComposeControls {
  private(set) var commands: [Command] = []
  private(set) var text = ""
  /// The text as it would be sent.
  private(set) var message = ComposedMessage("", alphabet: "", timing: .itu(wordsPerMinute: 12))
  /// The question that was asked when the user pressed Send. Pressing Send again confirms it.
  private var askedQuestion: Question?
  private var draft: (text: String, alphabet: String, timing: Timing)?
  private var history = MessageHistory()
  /// The text when a paste was refused because it was too long; `nil` once the text is another one.
  private var textOfRefusedPaste: String?
  /// The text that was sent last; `nil` after it has failed. `returned` is the failed text that was put back into the entry.
  private var sent: String?
  private var returned: String?
  /// Whether the program has set `text` since the last frame.
  private var isReplaced = false

  private var compose = Compose()
  private var alphabet = ""
  private var words = Wording()
  private(set) var layout = ComposeLayout(Point(0, 0), share: 0)

  /// A problem of a text with a lamp.
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
    restoreFailedMessage()
    encode()
  }

  /// Puts a failed text back into the entry, unless the user has written another text.
  private func restoreFailedMessage() {
    guard compose.fault != nil, compose.sending == nil, let message = sent.take(), text.isEmpty
    else { return }
    (text, returned, isReplaced) = (message, message, true)
  }

  /// Encodes the text again if it or the way of sending has changed.
  private func encode() {
    let next = (text: text, alphabet: alphabet, timing: compose.timing)
    if let draft, draft == next { return }
    draft = next
    message = ComposedMessage(text, alphabet: alphabet, timing: compose.timing)
    if askedQuestion != question { askedQuestion = nil }
  }

  private var question: Question {
    Question(text: text, lamp: compose.lamp, wordsPerMinute: compose.wordsPerMinute)
  }

  /// Flashes per second of the whole window, if they are so fast that the user is asked first.
  private var riskyFlashes: Double? { compose.lamp == .wholeWindow ? compose.timing.riskyFlashes : nil }

  /// The problem of the message, and whether it is a fault or a question.
  var problem: (words: String, isFault: Bool)? {
    guard compose.sending == nil else { return nil }
    let isAsked = askedQuestion == question
    // This comes first, because the next message would flash.
    if isAsked, let flashes = riskyFlashes { return (words.flashes(flashes), false) }
    if textOfRefusedPaste == text {
      return (words.translate("What was pasted is too long for one message. Send it in parts."), false)
    }
    // A new text means that the user has read the fault.
    if !isAsked, text.isEmpty || text == returned, let fault = compose.fault { return (fault, true) }
    return message.obstacle.map { (words.obstacle($0, isAsked: isAsked), false) }
  }

  /// Whether a small lamp is offered instead of the whole window.
  var offersLamp: Bool { compose.sending == nil && askedQuestion == question && riskyFlashes != nil }

  /// Runs all controls once.
  func run(_ gui: Gui) {
    guard layout.bar.height > 0 else { return }
    gui.window("compose", layout.bar) {
      write(gui)
      if !layout.speed.isEmpty { speed(gui) }
      if !layout.lampPicker.isEmpty { lampPicker(gui) }
      send(gui)
      if layout.card.isEmpty { offer(gui) }
    }
    if !layout.card.isEmpty, offersLamp { gui.window("offer", layout.offer) { offer(gui) } }
  }

  private func offer(_ gui: Gui) {
    if offersLamp, gui.button(words.translate("Take the lamp"), layout.offer) {
      commands.append(.sendingLamp(.lamp))
    }
  }

  private func write(_ gui: Gui) {
    var isEarlier = false
    let writing = gui.entry(
      Self.entry, layout.entry, text: &text, hint: words.translate("Message"), isReplaced: isReplaced
    ) { [self] in
      let line = history.step($0, from: $1)
      isEarlier = line != nil
      return line
    }
    isReplaced = false
    if writing == .changed, !isEarlier { history.leave() }
    if writing == .refused {
      textOfRefusedPaste = text
    } else if textOfRefusedPaste != text {
      textOfRefusedPaste = nil
    }
    encode()
    guard writing == .done else { return }
    gui.focus(on: Self.entry)
    sendOrAsk()
  }

  private func speed(_ gui: Gui) {
    guard let speed = gui.sendingSpeed(compose, layout.speed, words) else { return }
    compose.wordsPerMinute = speed
    commands.append(.sendingSpeed(speed))
    encode()
  }

  private func lampPicker(_ gui: Gui) {
    if gui.picker(
      "lamp", words.lamp(compose.lamp), layout.lampPicker, tip: words.translate("What shines"))
    {
      gui.open(DesktopControls.Popup.lamp.rawValue, focusing: compose.lamps.firstIndex(of: compose.lamp) ?? 0)
    }
  }

  private func send(_ gui: Gui) {
    if compose.sending != nil {
      if gui.button(
        "\(words.translate("Stop"))##send", layout.send, tip: words.translate("Stop at once, the light dark"),
        key: "Esc", isMarked: true)
      {
        commands.append(.stopSending)
      }
    } else if gui.button(
      "\(words.translate("Send"))##send", layout.send, tip: words.translate("Send it as light"), key: "Enter",
      isDisabled: !message.canBeSent
    ) {
      sendOrAsk()
    }
  }

  /// Sends the text, or asks first.
  private func sendOrAsk() {
    guard compose.sending == nil, message.canBeSent else { return }
    let isQuestion = message.obstacle != nil || riskyFlashes != nil
    guard !isQuestion || askedQuestion == question else { return askedQuestion = question }
    commands.append(.send(text, leavesOut: message.obstacle != nil))
    history.note(text)
    (text, sent, returned, askedQuestion) = ("", text, nil, nil)
    encode()
  }
}

extension Gui {
  /// - Returns: Another speed, in words a minute.
  func sendingSpeed(_ compose: Compose, _ rect: Rect, _ words: Wording) -> Double? {
    var value = compose.wordsPerMinute
    let isMoved = slider(
      "sending speed", rect, value: &value, in: Compose.speeds, step: 1, shown: words.speed(value) ?? "",
      tip: words.translate("How fast it is sent"))
    return isMoved ? value.rounded() : nil
  }
}
