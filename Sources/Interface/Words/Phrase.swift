/// Every phrase of the window, in every language. `{}` is the place of a value.
struct Phrase: Sendable {
  private let english: String
  private let german: String
  private let polish: String

  init(_ english: String, _ german: String, _ polish: String) {
    (self.english, self.german, self.polish) = (english, german, polish)
  }

  func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .german: german
    case .polish: polish
    }
  }

  // MARK: Controls

  static let freeze = Phrase("Freeze", "Anhalten", "Zatrzymaj")
  static let goOn = Phrase("Go on", "Weiter", "Dalej")
  static let pause = Phrase("Pause", "Pause", "Pauza")
  static let play = Phrase("Play", "Abspielen", "Odtwórz")
  static let calibrate = Phrase("Calibrate", "Abgleich", "Kalibruj")
  static let automatic = Phrase("Auto", "Auto", "Auto")
  static let sensitivity = Phrase("Sensitivity", "Empfindlichkeit", "Czułość")
  static let exposure = Phrase("Exposure", "Belichtung", "Ekspozycja")
  static let speed = Phrase("Speed", "Tempo", "Tempo")
  static let coached = Phrase("Coached", "Geführt", "Dobierana")
  static let record = Phrase("Record", "Aufnehmen", "Nagraj")
  static let stop = Phrase("Stop", "Stopp", "Stop")
  static let copy = Phrase("Copy", "Kopieren", "Kopiuj")
  static let save = Phrase("Save", "Sichern", "Zapisz")
  static let clear = Phrase("Clear", "Leeren", "Wyczyść")
  static let more = Phrase("More", "Mehr", "Więcej")

  static let sourceTip = Phrase(
    "Camera, recording or demo", "Kamera, Aufnahme oder Vorführung", "Kamera, nagranie lub pokaz")
  static let freezeTip = Phrase(
    "The picture stands still; reading goes on", "Das Bild steht, gelesen wird weiter",
    "Obraz stoi, odczyt trwa dalej")
  static let pauseTip = Phrase(
    "Holds the recording, and lets it go on", "Hält die Aufnahme an und lässt sie weiterlaufen",
    "Wstrzymuje i wznawia nagranie")
  static let seekTip = Phrase(
    "To another moment; it is read anew from there", "Zu einer anderen Stelle; ab dort wird neu gelesen",
    "Do innego miejsca; stąd odczyt zaczyna się od nowa")
  static let calibrateTip = Phrase(
    "Learn the background again", "Den Hintergrund neu kennenlernen", "Poznaj na nowo tło")
  static let sensitivityTip = Phrase(
    "Sensitivity: how faint a light counts", "Empfindlichkeit: wie schwaches Licht noch zählt",
    "Czułość: jak słabe światło się liczy")
  static let automaticTip = Phrase(
    "Sensitivity automatic: it follows the light", "Empfindlichkeit automatisch: sie folgt dem Licht",
    "Czułość automatyczna: podąża za światłem")
  static let exposureTip = Phrase(
    "Holds the exposure as it is, then leads it to what suits the lamp, then leaves it to the camera",
    "Hält die Belichtung fest, führt sie dann passend zur Lampe, überlässt sie dann der Kamera",
    "Utrzymuje ekspozycję, potem dobiera ją do lampy, potem zostawia ją kamerze")
  static let speedTip = Phrase(
    "Reads at the present speed alone, or learns it again",
    "Liest nur noch in diesem Tempo oder lernt es wieder", "Czyta tylko w tym tempie lub znów się go uczy")
  static let alphabetTip = Phrase(
    "What the text is written in", "Worin der Text geschrieben ist", "Alfabet tekstu")
  static let recordTip = Phrase(
    "Keeps the light, without the pictures, in a file", "Hält das Licht ohne die Bilder in einer Datei fest",
    "Zapisuje światło bez obrazów do pliku")
  static let copyTip = Phrase("Copy the text", "Den Text kopieren", "Kopiuj tekst")
  static let saveTip = Phrase(
    "Save the text to a file", "Den Text in eine Datei schreiben", "Zapisz tekst do pliku")
  static let clearTip = Phrase(
    "Forget the text so far", "Den Text bisher vergessen", "Usuń dotychczasowy tekst")
  static let pathHint = Phrase("Path of a recording", "Pfad einer Aufnahme", "Ścieżka nagrania")
  static let textPathHint = Phrase("File for the text", "Datei für den Text", "Plik na tekst")
  static let harbour = Phrase("harbour at dusk", "Hafen am Abend", "port o zmierzchu")
  static let demo = Phrase(
    "Demo: a harbour at dusk", "Vorführung: ein Hafen am Abend", "Pokaz: port o zmierzchu")
  static let noCamera = Phrase("No camera found", "Keine Kamera gefunden", "Nie znaleziono kamery")
  static let lookingForCameras = Phrase("Looking for cameras", "Suche nach Kameras", "Szukanie kamer")

  // MARK: Alphabets

  /// The key is the alphabet's name in commands.
  static let alphabets = [
    "auto": automatic,
    "latin": Phrase("Latin", "Lateinisch", "Łaciński"),
    "international": Phrase("International", "International", "Międzynarodowy"),
    "greek": Phrase("Greek", "Griechisch", "Grecki"),
    "russian": Phrase("Russian", "Russisch", "Rosyjski"),
    "ukrainian": Phrase("Ukrainian", "Ukrainisch", "Ukraiński"),
    "bulgarian": Phrase("Bulgarian", "Bulgarisch", "Bułgarski"),
    "serbian": Phrase("Serbian", "Serbisch", "Serbski"),
    "hebrew": Phrase("Hebrew", "Hebräisch", "Hebrajski"),
    "arabic": Phrase("Arabic", "Arabisch", "Arabski"),
    "persian": Phrase("Persian", "Persisch", "Perski"),
    "wabun": Phrase("Wabun", "Wabun", "Wabun"),
    "korean": Phrase("Korean", "Koreanisch", "Koreański"),
  ]

  // MARK: Figures

  static let framesASecond = Phrase("{} fps", "{} Bilder/s", "{} kl./s")
  static let framesLost = Phrase("{} lost", "{} verloren", "utracone: {}")
  static let verified = Phrase("luma verified", "Luma geprüft", "luma sprawdzona")
  static let byReference = Phrase("luma by CPU: {}", "Luma per CPU: {}", "luma przez CPU: {}")
  static let milliseconds = Phrase("{} ms", "{} ms", "{} ms")
  static let wordsAMinuteOne = Phrase("{} word a minute", "{} Wort je Minute", "{} słowo na minutę")
  static let wordsAMinuteFew = Phrase("{} words a minute", "{} Wörter je Minute", "{} słowa na minutę")
  static let wordsAMinute = Phrase("{} words a minute", "{} Wörter je Minute", "{} słów na minutę")
  static let upTo = Phrase("up to {} WPM", "bis {} WPM", "do {} WPM")
  static let gain = Phrase("gain {}", "Verstärkung {}", "wzmocnienie {}")
  static let tooBright = Phrase("overexposed", "überbelichtet", "prześwietlone")
  static let tooNoisy = Phrase(
    "noisy: expose longer", "verrauscht: länger belichten", "szum: wydłuż ekspozycję")
  static let beatsWith = Phrase("{} Hz mains beat", "Netz mit {} Hz schwebt", "dudnienie sieci {} Hz")
  static let withoutFontOne = Phrase(
    "no font for {} sign", "keine Schrift für {} Zeichen", "brak czcionki dla {} znaku")
  static let withoutFont = Phrase(
    "no font for {} signs", "keine Schrift für {} Zeichen", "brak czcionki dla {} znaków")
  static let withoutFontFor = Phrase("no font for {}", "keine Schrift für {}", "brak czcionki: {}")
  static let codeWordsInstead = Phrase(
    "{}; code words stand for its letters until one is installed",
    "{}; bis eine da ist, stehen Morsezeichen für die Buchstaben",
    "{}; do czasu jej instalacji zamiast liter stoją znaki Morse’a")
  static let greekScript = Phrase("Greek", "Griechisch", "greka")
  static let cyrillicScript = Phrase("Cyrillic", "Kyrillisch", "cyrylica")
  static let hebrewScript = Phrase("Hebrew", "Hebräisch", "hebrajski")
  static let arabicScript = Phrase("Arabic", "Arabisch", "arabski")
  static let kanaScript = Phrase("kana", "Kana", "kana")
  static let hangulScript = Phrase("Hangul", "Hangul", "hangul")
  static let confidence = Phrase("{} sure", "{} sicher", "pewność {}")
  static let alternative = Phrase("or {}", "oder {}", "lub {}")

  static let ownSignal = Phrase("own signal", "eigenes Signal", "własny sygnał")
  static let notShown = Phrase("Not shown: {}", "Nicht gezeigt: {}", "Niepokazane: {}")

  // MARK: States

  static let calibrating = Phrase("Calibrating {}", "Abgleich {}", "Kalibracja {}")
  static let keepStill = Phrase("Keep the camera still", "Die Kamera nicht bewegen", "Nie ruszaj kamery")
  static let frozen = Phrase("Frozen", "Angehalten", "Zatrzymano")
  static let paused = Phrase("Paused", "Pause", "Pauza")
  static let region = Phrase(
    "Only this part is read", "Nur dieser Teil wird gelesen", "Czytana jest tylko ta część")
  static let regionAdvice = Phrase("X reads all of it", "X liest alles", "X czyta całość")
  static let ended = Phrase("End of the recording", "Ende der Aufnahme", "Koniec nagrania")
  static let playAgain = Phrase(
    "Space plays it again", "Leertaste spielt sie noch einmal", "Spacja odtwarza ponownie")
  static let helpHint = Phrase("H  help", "H  Hilfe", "H  pomoc")
  static let opening = Phrase("Opening", "Öffnen", "Otwieranie")
  static let noPicture = Phrase("No picture", "Kein Bild", "Brak obrazu")
  static let noSource = Phrase("No source", "Keine Quelle", "Brak źródła")

  static let chooseAnother = Phrase(
    "{} opens another camera, a recording or the demo. A recording can be dropped here, too.",
    "{} öffnet eine andere Kamera, eine Aufnahme oder die Vorführung. Eine Aufnahme lässt sich auch hierher ziehen.",
    "{} otwiera inną kamerę, nagranie lub pokaz. Nagranie można też upuścić tutaj.")
  static let nothingFound = Phrase(
    "No Morse was found in this recording.", "In dieser Aufnahme war kein Morse zu finden.",
    "W tym nagraniu nie znaleziono alfabetu Morse’a.")
  static let learning = Phrase(
    "Learning what the scene looks like while it is calm.", "Lernt, wie die Szene in Ruhe aussieht.",
    "Poznaje wygląd sceny w spoczynku.")
  static let pointTheCamera = Phrase(
    "Point the camera at a signal lamp. What it says appears here.",
    "Die Kamera auf eine Signallampe richten. Was sie sagt, erscheint hier.",
    "Skieruj kamerę na lampę sygnałową. Tu pojawi się jej tekst.")
  static let unreadable = Phrase(
    "A lamp is blinking, but it cannot be read.", "Eine Lampe blinkt, ist aber nicht zu lesen.",
    "Lampa miga, ale nie da się jej odczytać.")
  static let firstLetters = Phrase(
    "A lamp is blinking. Its first letters follow soon.",
    "Eine Lampe blinkt. Die ersten Buchstaben folgen gleich.",
    "Lampa miga. Pierwsze litery zaraz się pojawią.")

  // MARK: The kiosk

  static let oneMoment = Phrase("One moment, please.", "Einen Moment, bitte.", "Chwileczkę.")
  static let invitation = Phrase(
    "Blink a lamp in Morse, like this:", "Blinken Sie mit einer Lampe Morse, so:",
    "Nadaj lampą alfabetem Morse’a, tak:")
  static let blinking = Phrase("A lamp is blinking.", "Eine Lampe blinkt.", "Lampa miga.")
  static let starting = Phrase("Starting", "Beginnt", "Uruchamianie")
  static let theEnd = Phrase("The end", "Ende", "Koniec")
  static let kioskCalibrating = Phrase("Calibrating", "Abgleich", "Kalibracja")
  static let cannotRead = Phrase("Cannot read", "Unlesbar", "Nieczytelne")
  static let looking = Phrase("Looking", "Suche", "Szukanie")
  static let forALamp = Phrase("for a signal lamp", "nach einer Signallampe", "lampy sygnałowej")
  static let reading = Phrase("Reading", "Liest", "Odczyt")

  static let demoMark = Phrase("DEMO", "DEMO", "DEMO")
  static let demoAdvice = Phrase(
    "A simulated lamp: no camera is read", "Eine simulierte Lampe: keine Kamera wird gelesen",
    "Lampa symulowana: kamera nie jest czytana")

  // MARK: Notices

  static let noText = Phrase("There is no text yet.", "Noch ist kein Text da.", "Nie ma jeszcze tekstu.")
  static let copied = Phrase("Copied.", "Kopiert.", "Skopiowano.")
  static let saved = Phrase("Saved {}", "{} gesichert", "Zapisano {}")
  static let fileExists = Phrase(
    "{} is there already. Save once more to replace it.",
    "{} gibt es schon. Noch einmal sichern ersetzt die Datei.",
    "{} już istnieje. Zapisz jeszcze raz, aby zastąpić.")
  static let recordingTo = Phrase("Recording to {}", "Aufnahme in {}", "Nagrywanie do {}")
  static let recorded = Phrase("Recorded.", "Aufgenommen.", "Nagrano.")
  static let cleared = Phrase(
    "Cleared. {} brings the text back.", "Geleert. {} holt den Text zurück.",
    "Wyczyszczono. {} przywraca tekst.")
  static let textNotSaved = Phrase(
    "The text is not saved. {} ends Aldis.", "Der Text ist nicht gesichert. {} beendet Aldis.",
    "Tekst nie jest zapisany. {} kończy Aldis.")
  static let writingResumed = Phrase(
    "{} is written again; events that are missing from it: {}",
    "{} wird wieder geschrieben; fehlende Ereignisse: {}", "{}: znów zapisywane; brakujące zdarzenia: {}")

  // MARK: Help

  static let keys = Phrase("Keys", "Tasten", "Klawisze")
  static let control = Phrase("Ctrl", "Strg", "Ctrl")
  static let space = Phrase("Space", "Leer", "Spacja")
  static let drag = Phrase("Drag", "Ziehen", "Ciągnij")
  static let wheel = Phrase("Wheel", "Rad", "Kółko")
  static let helpSource = Phrase(
    "Camera, recording or demo", "Kamera, Aufnahme, Vorführung", "Kamera, nagranie, pokaz")
  static let helpHold = Phrase(
    "Hold the picture, or a recording", "Bild oder Aufnahme anhalten", "Zatrzymaj obraz lub nagranie")
  static let helpSeek = Phrase(
    "A recording back and on", "Aufnahme vor und zurück", "Nagranie wstecz i naprzód")
  static let helpRegion = Phrase(
    "Read only a part of the picture", "Nur einen Teil lesen", "Czytaj tylko część obrazu")
  static let helpZoom = Phrase(
    "Nearer; then a drag moves it", "Näher; Ziehen verschiebt dann", "Bliżej; potem ciągnij, by przesunąć")
  static let pageKeys = Phrase("Page ↑ ↓", "Bild ↑ ↓", "Page ↑ ↓")
  static let helpNearer = Phrase(
    "Nearer; Shift ← → moves it", "Näher; ⇧ ← → verschiebt", "Bliżej; ⇧ ← → przesuwa")
  static let helpWhole = Phrase("All of the picture again", "Wieder das ganze Bild", "Znów cały obraz")
  static let helpAutomatic = Phrase(
    "Sensitivity automatic", "Empfindlichkeit automatisch", "Czułość automatyczna")
  static let helpAlphabet = Phrase("Alphabet", "Alphabet", "Alfabet")
  static let helpExposure = Phrase(
    "Hold or lead the exposure", "Belichtung halten, führen", "Utrzymaj, dobierz ekspozycję")
  static let helpSpeed = Phrase("Hold the speed", "Das Tempo festhalten", "Utrzymaj tempo")
  static let helpNext = Phrase(
    "The next lamp's brightness", "Helligkeit der nächsten Lampe", "Jasność następnej lampy")
  static let helpRecord = Phrase("Record the light", "Das Licht aufnehmen", "Nagrywaj światło")
  static let helpSave = Phrase("Save the text", "Den Text sichern", "Zapisz tekst")
  static let helpClear = Phrase("Clear the text", "Den Text leeren", "Wyczyść tekst")
  static let helpRestore = Phrase("Bring the text back", "Den Text zurückholen", "Przywróć tekst")
  static let helpLeave = Phrase(
    "Close, leave fullscreen", "Schließen, Vollbild verlassen", "Zamknij, opuść pełny ekran")
  static let helpSize = Phrase(
    "Larger, smaller, as usual", "Größer, kleiner, wie üblich", "Większe, mniejsze, zwykłe")
  static let helpTheme = Phrase(
    "Dark, light, high contrast", "Dunkel, hell, hoher Kontrast", "Ciemny, jasny, wysoki kontrast")
  static let helpTab = Phrase("Move among the controls", "Zu den Bedienelementen", "Przejdź do przycisków")
  static let helpFullscreen = Phrase("Fullscreen", "Ganzer Bildschirm", "Pełny ekran")
  static let helpScreenshot = Phrase("Save a screenshot", "Fensterbild sichern", "Zapisz obraz okna")
  static let help = Phrase("Help", "Hilfe", "Pomoc")
  static let quit = Phrase("Quit", "Beenden", "Zakończ")
}
