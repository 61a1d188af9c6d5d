/// Phrases about messages that are typed and sent.
extension Phrase {
  static let compose = Phrase("Message", "Nachricht", "Wiadomość")
  static let composeTip = Phrase(
    "Write a message and send it as light", "Eine Nachricht schreiben und als Licht senden",
    "Napisz wiadomość i nadaj ją światłem")
  static let send = Phrase("Send", "Senden", "Nadaj")
  static let sendTip = Phrase("Send it as light", "Als Licht senden", "Nadaj światłem")
  static let stopTip = Phrase(
    "Stop at once, the light dark", "Sofort aufhören, Licht aus", "Przerwij, zgaś światło")
  static let messageHint = Phrase("Message", "Nachricht", "Wiadomość")
  static let sendingHint = Phrase(
    "Code words appear here. ↑ brings back what was sent, Esc closes.",
    "Hier erscheinen die Zeichen in Morse. ↑ holt Gesendetes zurück, Esc schließt.",
    "Tu pojawią się znaki Morse’a. ↑ przywołuje nadane, Esc zamyka.")
  static let sendingSpeedTip = Phrase(
    "How fast it is sent", "Wie schnell gesendet wird", "Jak szybko nadawać")
  static let lampTip = Phrase("What shines", "Was leuchtet", "Co świeci")
  static let smallLamp = Phrase("Window lamp", "Fensterlampe", "Lampa w oknie")
  static let wholeWindow = Phrase("Whole window", "Ganzes Fenster", "Całe okno")
  static let charactersOne = Phrase("{} character", "{} Zeichen", "{} znak")
  static let charactersFew = Phrase("{} characters", "{} Zeichen", "{} znaki")
  static let characters = Phrase("{} characters", "{} Zeichen", "{} znaków")
  static let takesTime = Phrase("takes {}", "dauert {}", "trwa {}")
  static let timeLeft = Phrase("{} left", "noch {}", "jeszcze {}")
  static let beginning = Phrase("Beginning", "Beginnt", "Zaczyna się")
  static let noCodeWord = Phrase(
    "No code word for {}", "Kein Morsezeichen für {}", "Brak znaku Morse’a dla {}")
  static let leaveOut = Phrase(
    "Send once more to leave it out.", "Noch einmal senden lässt es weg.", "Nadaj jeszcze raz, aby pominąć.")
  static let messageFull = Phrase(
    "What was pasted is too long for one message. Send it in parts.",
    "Das Eingefügte ist zu lang für eine Nachricht. Bitte in Teilen senden.",
    "Wklejony tekst jest za długi na jedną wiadomość. Nadaj go w częściach.")
  static let leftOut = Phrase(
    "No code word for {}: left out", "Kein Morsezeichen für {}: ausgelassen",
    "Brak znaku Morse’a dla {}: pominięto")
  static let noProsign = Phrase("No prosign: {}", "Kein Betriebszeichen: {}", "To nie znak proceduralny: {}")
  static let flashes = Phrase(
    "The whole window would flash {} times a second, which can cause seizures.",
    "Das ganze Fenster würde {}-mal je Sekunde blitzen; das kann Anfälle auslösen.",
    "Całe okno błyskałoby {} razy na sekundę, co może wywołać napad.")
  static let sendAnyway = Phrase(
    "Send once more to do it.", "Noch einmal senden tut es.", "Nadaj jeszcze raz, aby to zrobić.")
  static let takeLamp = Phrase("Take the lamp", "Lampe nehmen", "Weź lampę")
  static let escapeStops = Phrase("Esc stops", "Esc hört auf", "Esc przerywa")
  static let kioskInvitation = Phrase("Send a message", "Nachricht senden", "Nadaj wiadomość")
  static let kioskWrite = Phrase(
    "Write, or choose one", "Schreiben oder wählen", "Napisz lub wybierz")
  static let kioskSent = Phrase("Sent. Another one?", "Gesendet. Noch eine?", "Nadano. Jeszcze jedną?")
  static let kioskMessages = [
    Phrase("HELLO", "HALLO", "CZEŚĆ"), Phrase("GOOD DAY", "GUTEN TAG", "DZIEŃ DOBRY"),
    Phrase("THANK YOU", "DANKE", "DZIĘKUJĘ"),
  ]
  static let helpCompose = Phrase(
    "Write and send a message", "Nachricht schreiben, senden", "Napisz i nadaj wiadomość")
}
