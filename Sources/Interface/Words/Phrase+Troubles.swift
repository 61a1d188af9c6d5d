/// Phrases of errors. The English is that of the errors themselves, as on standard error and in the event log.
extension Phrase {
  // MARK: Cameras and recordings

  static let noSuchFile = Phrase("no such file: {}", "keine solche Datei: {}", "nie ma takiego pliku: {}")
  static let isFolder = Phrase(
    "{} is a folder; name a recording inside it", "{} ist ein Ordner; eine Aufnahme darin nennen",
    "{} to folder; wskaż nagranie w nim")
  static let unreadableFile = Phrase(
    "cannot read {}: {}", "{} ist nicht zu lesen: {}", "nie można odczytać {}: {}")
  static let notUnderstood = Phrase(
    "cannot understand {}: {}", "{} ist nicht zu verstehen: {}", "nie można zrozumieć {}: {}")
  static let noMovingPicture = Phrase(
    "{} holds no moving picture; name a video", "{} enthält kein bewegtes Bild; ein Video nennen",
    "{} nie zawiera ruchomego obrazu; wskaż film")
  static let breaksOff = Phrase(
    "{} breaks off: {}; what came before was read", "{} bricht ab: {}; was davor kam, wurde gelesen",
    "{} urywa się: {}; to, co wcześniej, odczytano")
  static let readingFailed = Phrase(
    "reading {} failed: {}", "{} war nicht weiter zu lesen: {}", "błąd odczytu {}: {}")
  static let noSuchCamera = Phrase(
    "no such camera: {}; `aldis cameras` lists those there are",
    "keine solche Kamera: {}; `aldis cameras` nennt die vorhandenen",
    "nie ma takiej kamery: {}; `aldis cameras` wymienia dostępne")
  static let plugCameraIn = Phrase(
    "no camera found; plug one in", "keine Kamera gefunden; eine anschließen",
    "nie znaleziono kamery; podłącz ją")
  static let notACamera = Phrase(
    "{} is no camera: {}; `aldis cameras` lists those there are",
    "{} ist keine Kamera: {}; `aldis cameras` nennt die vorhandenen",
    "{} to nie kamera: {}; `aldis cameras` wymienia dostępne")
  static let cameraBusy = Phrase(
    "{} is in use by another program; close it and try again",
    "{} wird von einem anderen Programm benutzt; dieses beenden und noch einmal versuchen",
    "{}: używa tego inny program; zamknij go i spróbuj ponownie")
  static let cameraDenied = Phrase(
    "no permission to open {}; add yourself to the group `video` and log in again",
    "keine Erlaubnis, {} zu öffnen; der Gruppe `video` beitreten und neu anmelden",
    "brak uprawnień do {}; dodaj się do grupy `video` i zaloguj się ponownie")
  static let cameraGone = Phrase(
    "{} is gone; plug the camera in again", "{} ist fort; die Kamera wieder anschließen",
    "{}: kamera zniknęła; podłącz ją ponownie")
  static let noUsableFormat = Phrase(
    "{} offers no format Aldis reads (it offers {})", "{} bietet kein Format, das Aldis liest (nur {})",
    "{} nie oferuje formatu, który Aldis czyta (tylko {})")
  static let deviceFailed = Phrase(
    "{} failed at {}: {}; unplug the camera and plug it in again",
    "{} versagte bei {}: {}; die Kamera abziehen und wieder anschließen",
    "{}: błąd {}: {}; odłącz kamerę i podłącz ją ponownie")

  // MARK: Lights

  static let noLED = Phrase(
    "no LED is called {}, and there is none at all in {}; choose another torch",
    "keine LED heißt {}, und in {} ist überhaupt keine; eine andere Lampe wählen",
    "żadna dioda nie nazywa się {}, a w {} nie ma żadnej; wybierz inną lampę")
  static let noSuchLED = Phrase(
    "no LED is called {}; {} has {}", "keine LED heißt {}; in {} gibt es {}",
    "żadna dioda nie nazywa się {}; w {} są {}")
  static let lightDenied = Phrase(
    "no permission to switch {}: {} cannot be written; try as root, or let a udev rule allow it",
    "keine Erlaubnis, {} zu schalten: {} ist nicht zu schreiben; als root versuchen oder es mit einer udev-Regel erlauben",
    "brak uprawnień do przełączania {}: nie można pisać do {}; spróbuj jako root albo zezwól regułą udev")
  static let lightInUse = Phrase(
    "{} is in use by {}; wait for its end, or choose another torch",
    "{} wird von {} benutzt; das Ende abwarten oder eine andere Lampe wählen",
    "{}: używa tego {}; poczekaj na koniec albo wybierz inną lampę")
  static let lightGone = Phrase(
    "{} has gone; plug it in again", "{} ist fort; wieder anschließen", "{}: zniknęło; podłącz ponownie")
  static let lightUnreachable = Phrase(
    "cannot reach {}: {}; see that aldis light serve runs there, and that address and keys are the right ones",
    "{} ist nicht zu erreichen: {}; läuft dort aldis light serve, stimmen Adresse und Schlüssel?",
    "brak połączenia z {}: {}; czy działa tam aldis light serve, czy adres i klucze są właściwe?")
  static let lightSwitchedOff = Phrase(
    "the remote light is switched off in {}; write on = true below [remote-light]",
    "das ferne Licht ist in {} ausgeschaltet; on = true unter [remote-light] schreiben",
    "zdalne światło jest wyłączone w {}; wpisz on = true pod [remote-light]")
  static let someLightLost = Phrase(
    "{} was not reached all the time: {}; some of the light may be lost; send it again",
    "{} war nicht immer zu erreichen: {}; vielleicht fehlt Licht; noch einmal senden",
    "{} nie zawsze było osiągalne: {}; część światła mogła przepaść; nadaj ponownie")
  static let changesLost = Phrase(
    "{} was not reached all the time: {}; {} of {} changes of the light are lost; send it again",
    "{} war nicht immer zu erreichen: {}; {} von {} Lichtwechseln fehlen; noch einmal senden",
    "{} nie zawsze było osiągalne: {}; przepadło {} z {} zmian światła; nadaj ponownie")
  static let heldUp = Phrase(
    "{} was held up by {} s, which ended the message; send it again",
    "{} kam {} s zu spät, und die Nachricht endete; noch einmal senden",
    "{}: opóźnienie {} s przerwało wiadomość; nadaj ponownie")
  static let noKeys = Phrase(
    "no keys for the light in {}: {}; name the folder server or client that aldis light keys made",
    "keine Schlüssel für das Licht in {}: {}; den Ordner server oder client von aldis light keys nennen",
    "brak kluczy do światła w {}: {}; wskaż folder server lub client z aldis light keys")
  static let badKeys = Phrase(
    "cannot use {}: {}; make new keys with aldis light keys",
    "{} ist nicht zu gebrauchen: {}; mit aldis light keys neue Schlüssel machen",
    "nie można użyć {}: {}; utwórz nowe klucze przez aldis light keys")
  static let cannotSwitch = Phrase(
    "cannot switch {}: {}", "{} ist nicht zu schalten: {}", "nie można przełączyć {}: {}")
  static let remoteLight = Phrase("the remote light", "das ferne Licht", "zdalne światło")
  static let lightOff = Phrase("{} is switched off", "{} ist ausgeschaltet", "{}: wyłączone")
  static let lightBack = Phrase(
    "{} is connected again", "{} ist wieder verbunden", "{}: znów połączone")
  static let lightAway = Phrase(
    "{} is away: {}; next try in {} s", "{} ist fort: {}; nächster Versuch in {} s",
    "{}: brak połączenia: {}; następna próba za {} s")

  static let lightStill = Phrase(
    "{} does not answer; what it is to show until it does is lost",
    "{} antwortet nicht; was es bis dahin zeigen soll, geht verloren",
    "{}: brak odpowiedzi; co ma pokazać do tego czasu, przepadnie")
  static let lightTaken = Phrase(
    "{} is in use by {}, and shows what is sent when that one has left",
    "{} dient gerade {} und zeigt danach, was gesendet wird",
    "{}: używa go teraz {}; pokaże nadawane, gdy tamten skończy")
  static let lightFree = Phrase("{} is free now", "{} ist jetzt frei", "{}: teraz wolne")

  // MARK: The program

  static let cannotWrite = Phrase(
    "cannot write {}: {}; name a file in a folder you may write to",
    "{} ist nicht zu schreiben: {}; eine Datei in einem Ordner nennen, in dem das erlaubt ist",
    "nie można zapisać {}: {}; wskaż plik w folderze, w którym wolno pisać")
  static let writingFailed = Phrase(
    "cannot write {}: {}", "{} ist nicht zu schreiben: {}", "nie można zapisać {}: {}")
  static let badSettings = Phrase(
    "cannot use {}: {}; correct it, or remove it",
    "{} ist nicht zu gebrauchen: {}; berichtigen oder entfernen",
    "nie można użyć {}: {}; popraw lub usuń")
  static let settingsLine = Phrase(
    "line {}, column {}: {}", "Zeile {}, Spalte {}: {}", "wiersz {}, kolumna {}: {}")
  static let settingsKey = Phrase(
    "{} means nothing; there are {}", "{} bedeutet nichts; es gibt {}", "{} nic nie znaczy; są {}")
  static let settingsValue = Phrase("{} must be {}", "{} muss sein: {}", "{} musi być: {}")
  static let nothingToSend = Phrase(
    "nothing in this text has a code word", "nichts in diesem Text hat ein Morsezeichen",
    "nic w tym tekście nie ma znaku Morse’a")
  static let tooSlow = Phrase(
    "{} is too slow for this speed; send slower", "{} ist zu langsam für dieses Tempo; langsamer senden",
    "{} nie nadąża za tym tempem; nadawaj wolniej")

  // MARK: The graphics

  static let noDisplay = Phrase(
    "no display to open a window on: {}", "kein Bildschirm für ein Fenster: {}", "brak ekranu dla okna: {}")
  static let noWindow = Phrase(
    "cannot open a window with OpenGL ES 2.0: {}", "kein Fenster mit OpenGL ES 2.0 möglich: {}",
    "nie można otworzyć okna z OpenGL ES 2.0: {}")
  static let contextLost = Phrase(
    "the OpenGL ES context is gone: {}", "der OpenGL-ES-Kontext ist fort: {}",
    "kontekst OpenGL ES przepadł: {}")
  static let tooLargeForGPU = Phrase(
    "a {} x {} picture does not fit the GPU (at most {} pixels a side)",
    "ein Bild von {} x {} passt nicht in die GPU (höchstens {} Pixel je Seite)",
    "obraz {} x {} nie mieści się w GPU (najwyżej {} pikseli na bok)")
  static let cannotDrawInto = Phrase(
    "the GPU cannot draw into a {} x {} target (status 0x{})",
    "die GPU kann nicht in ein Ziel von {} x {} zeichnen (Status 0x{})",
    "GPU nie może rysować do celu {} x {} (status 0x{})")
  static let tooFewBits = Phrase(
    "the GPU computes with {} bits, the luma pass needs {}", "die GPU rechnet mit {} Bits, nötig sind {}",
    "GPU liczy na {} bitach, potrzeba {}")
  static let measuredWrong = Phrase(
    "the GPU measured {} of {} tiles wrong", "die GPU maß {} von {} Kacheln falsch",
    "GPU błędnie zmierzyło {} z {} kafelków")
  static let wasStopped = Phrase(
    "was stopped when it was last tried, and is left out until it is saved",
    "wurde beim letzten Versuch angehalten und bleibt weg, bis die Datei gesichert wird",
    "został zatrzymany przy ostatniej próbie i jest pomijany do następnego zapisu")

  // MARK: Reasons

  /// The key is the English text of the system, FFmpeg or Aldis; other reasons are shown untranslated.
  static let reasons: [String: Phrase] = Dictionary(
    uniqueKeysWithValues: [
      // glibc's strerror(3).
      (
        "No such file or directory", "keine solche Datei, kein solcher Ordner",
        "nie ma takiego pliku ani folderu"
      ),
      ("Permission denied", "nicht erlaubt", "brak uprawnień"),
      ("Operation not permitted", "nicht erlaubt", "brak uprawnień"),
      ("Input/output error", "Ein- oder Ausgabefehler", "błąd wejścia lub wyjścia"),
      ("No space left on device", "kein Platz mehr", "brak miejsca"),
      ("Disk quota exceeded", "das zugeteilte Maß an Platz ist voll", "przydział miejsca jest wyczerpany"),
      ("Read-only file system", "dort darf nur gelesen werden", "tam wolno tylko czytać"),
      ("Is a directory", "ein Ordner", "to folder"),
      ("Not a directory", "kein Ordner", "to nie folder"),
      ("File name too long", "der Name ist zu lang", "nazwa jest za długa"),
      ("Device or resource busy", "das Gerät ist belegt", "urządzenie jest zajęte"),
      ("No such device", "kein solches Gerät", "nie ma takiego urządzenia"),
      ("No such device or address", "kein solches Gerät", "nie ma takiego urządzenia"),
      ("Protocol error", "das Gerät antwortet falsch", "urządzenie odpowiada błędnie"),
      ("Invalid argument", "ein ungültiger Wert", "nieprawidłowa wartość"),
      ("Too many open files", "zu viele offene Dateien", "za dużo otwartych plików"),
      ("Cannot allocate memory", "der Speicher ist voll", "brak pamięci"),
      ("Connection refused", "die Verbindung wurde abgelehnt", "połączenie odrzucone"),
      ("Connection reset by peer", "die Verbindung brach ab", "połączenie zerwane"),
      ("Connection timed out", "keine Antwort", "brak odpowiedzi"),
      ("Network is unreachable", "das Netz ist nicht zu erreichen", "sieć jest nieosiągalna"),
      ("No route to host", "kein Weg dorthin", "brak drogi do celu"),
      ("Broken pipe", "die Gegenseite hört nicht mehr zu", "druga strona już nie słucha"),
      // FFmpeg's av_strerror.
      (
        "Invalid data found when processing input", "die Daten sind beschädigt oder kein Video",
        "dane są uszkodzone lub nie są filmem"
      ),
      ("moov atom not found", "das Inhaltsverzeichnis (moov) fehlt", "brak spisu treści (moov)"),
      ("End of file", "die Datei ist zu Ende", "koniec pliku"),
      // Reasons of recordings.
      ("it is empty", "die Datei ist leer", "plik jest pusty"),
      (
        "it is no file that has an end", "es ist keine Datei, die ein Ende hat",
        "to nie plik, który ma koniec"
      ),
      ("it is neither a file nor a pipe", "es ist weder Datei noch Pipe", "to ani plik, ani potok"),
      (
        "it is a device; `aldis monitor --camera` reads cameras",
        "es ist ein Gerät; Kameras liest `aldis monitor --camera`",
        "to urządzenie; kamery czyta `aldis monitor --camera`"
      ),
      (
        "none of its pictures can be decoded", "keines der Bilder lässt sich entschlüsseln",
        "żadnego z obrazów nie da się odkodować"
      ),
      (
        "the file ends before its last picture", "die Datei endet vor ihrem letzten Bild",
        "plik kończy się przed ostatnim obrazem"
      ),
      ("it is no grid recording", "es ist keine Aufnahme des Lichts", "to nie nagranie światła"),
      (
        "it is a grid recording cut in its first bytes",
        "es ist eine Aufnahme des Lichts, nach den ersten Bytes abgeschnitten",
        "to nagranie światła ucięte po pierwszych bajtach"
      ),
      (
        "it is a grid recording whose first bytes are damaged",
        "es ist eine Aufnahme des Lichts, deren erste Bytes beschädigt sind",
        "to nagranie światła z uszkodzonymi pierwszymi bajtami"
      ),
      (
        "it holds no values (seconds,luma)", "es enthält keine Werte (seconds,luma)",
        "nie zawiera wartości (seconds,luma)"
      ),
      // Reasons of devices.
      ("it is a folder", "es ist ein Ordner", "to folder"),
      (
        "it is a file, no device (--recording reads files)",
        "es ist eine Datei, kein Gerät (Dateien liest --recording)",
        "to plik, nie urządzenie (pliki czyta --recording)"
      ),
      ("it is no video device", "es ist kein Videogerät", "to nie urządzenie wideo"),
      (
        "it delivers raw sensor data; use a USB camera, or start Aldis through libcamerify",
        "sie liefert Rohdaten des Sensors; eine USB-Kamera nehmen oder Aldis über libcamerify starten",
        "daje surowe dane matrycy; użyj kamery USB lub uruchom Aldis przez libcamerify"
      ),
      ("it cannot stream", "sie kann keine Bildfolge liefern", "nie potrafi dawać strumienia"),
      (
        "it delivers only buffers of several parts", "sie liefert nur mehrteilige Puffer",
        "daje tylko wieloczęściowe bufory"
      ),
      ("it is a codec", "es ist ein Codec", "to kodek"),
      (
        "it delivers only data about pictures", "sie liefert nur Daten über Bilder",
        "daje tylko dane o obrazach"
      ),
      (
        "it only takes pictures in; nothing feeds it at the moment",
        "sie nimmt Bilder nur entgegen; zurzeit kommen keine",
        "tylko przyjmuje obrazy; teraz nic ich nie podaje"
      ),
      ("it captures no pictures", "sie nimmt keine Bilder auf", "nie rejestruje obrazów"),
      // Reasons of lights.
      ("it does not answer", "keine Antwort", "brak odpowiedzi"),
      ("the server takes no more", "der Server nimmt niemanden mehr an", "serwer nikogo już nie przyjmuje"),
      (
        "the server closed the connection", "der Server beendete die Verbindung",
        "serwer zakończył połączenie"
      ),
      ("its settings were changed", "die Einstellungen wurden geändert", "zmieniono ustawienia"),
      (
        "its certificate has expired, or is not of the authority of these keys",
        "das Zertifikat ist abgelaufen oder gehört nicht zu diesen Schlüsseln",
        "certyfikat wygasł lub nie pasuje do tych kluczy"
      ),
      (
        "its certificate is for another name or address", "das Zertifikat gilt für einen anderen Namen",
        "certyfikat jest dla innej nazwy lub adresu"
      ),
      (
        "it says that the certificate has expired", "dort gilt das Zertifikat als abgelaufen",
        "tam certyfikat uchodzi za wygasły"
      ),
      ("it demands a certificate", "dort wird ein Zertifikat verlangt", "tam wymagany jest certyfikat"),
      (
        "it does not accept the certificate", "dort wird das Zertifikat nicht angenommen",
        "tam certyfikat nie jest przyjmowany"
      ),
      ("it does not speak TLS", "dort wird kein TLS gesprochen", "tam nie ma TLS"),
      ("it does not speak TLS 1.3", "dort wird kein TLS 1.3 gesprochen", "tam nie ma TLS 1.3"),
      ("the connection was broken off", "die Verbindung wurde abgebrochen", "połączenie zostało przerwane"),
      (
        "it is protected; reach it by lights://, with keys",
        "es ist geschützt; über lights:// und mit Schlüsseln",
        "jest chronione; przez lights:// i z kluczami"
      ),
      (
        "these are the keys of who sends", "es sind die Schlüssel dessen, der sendet",
        "to klucze nadawcy"
      ),
      (
        "it could not be given back as it was found, and may still shine",
        "es war nicht so zurückzugeben, wie es war, und leuchtet vielleicht noch",
        "nie udało się przywrócić stanu; może nadal świecić"
      ),
      ("these are the keys of the lamp", "es sind die Schlüssel der Lampe", "to klucze lampy"),
      ("none were given", "es wurden keine genannt", "nie podano żadnych"),
      ("it is no file of keys", "es ist keine Datei mit Schlüsseln", "to nie plik z kluczami"),
      ("there is no such file", "keine solche Datei", "nie ma takiego pliku"),
      ("it may not be read by you", "sie darf nicht gelesen werden", "brak prawa odczytu"),
      ("it is no text", "es ist kein Text", "to nie tekst"),
      // Reasons of settings and drivers.
      ("a table", "eine Tabelle", "tabela"),
      ("a text in quotes", "ein Text in Anführungszeichen", "tekst w cudzysłowie"),
      ("true or false", "true oder false", "true lub false"),
      ("the driver gives no reason", "der Treiber nennt keinen Grund", "sterownik nie podaje przyczyny"),
      ("the driver reset the GPU", "der Treiber hat die GPU zurückgesetzt", "sterownik zresetował GPU"),
    ].map { ($0.0, Phrase($0.0, $0.1, $0.2)) })

  /// Reasons with values in them.
  static let formedReasons = [
    Phrase(
      "it is a grid recording of version {}, and this Aldis reads version {}",
      "es ist eine Aufnahme des Lichts der Version {}, und dieses Aldis liest Version {}",
      "to nagranie światła w wersji {}, a ten Aldis czyta wersję {}"),
    Phrase(
      "its format is {}; name a video, such as an MP4 or Matroska file",
      "das Format ist {}; ein Video nennen, etwa eine MP4- oder Matroska-Datei",
      "format to {}; wskaż film, na przykład plik MP4 lub Matroska"),
    Phrase(
      "this FFmpeg has no decoder for {}", "dieses FFmpeg kann {} nicht entschlüsseln",
      "ten FFmpeg nie ma dekodera dla {}"),
    Phrase(
      "{} cannot be decoded: {}", "{} lässt sich nicht entschlüsseln: {}", "nie można odkodować {}: {}"),
    Phrase(
      "its pixels cannot be converted: {}", "die Pixel lassen sich nicht umwandeln: {}",
      "nie da się przekształcić pikseli: {}"),
    Phrase(
      "its pictures have {} pixels", "die Bilder haben {} Pixel", "obrazy mają {} pikseli"),
    Phrase(
      "frame {} is cut in its first line", "Bild {} ist in der ersten Zeile abgeschnitten",
      "klatka {} jest ucięta w pierwszym wierszu"),
    Phrase(
      "its guard cannot be started: {}", "ihr Wächter lässt sich nicht starten: {}",
      "nie można uruchomić jej strażnika: {}"),
  ]

  /// The values in `words` if `words` is this phrase in English; `nil` otherwise.
  func values(in words: String) -> [String]? {
    var parts = text(.english).split(separator: "{}", omittingEmptySubsequences: false)
    let last = parts.removeLast()
    guard let first = parts.first, words.count >= first.count + last.count, words.hasPrefix(first),
      words.hasSuffix(last)
    else { return nil }
    var values: [String] = []
    var rest = words.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst() {
      guard let place = rest.firstRange(of: part) else { return nil }
      values.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return values + [String(rest)]
  }
}
