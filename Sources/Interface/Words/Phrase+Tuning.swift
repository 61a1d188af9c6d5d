/// Phrases of the tuning scene.
extension Phrase {
  static let before = Phrase("Before", "Vorher", "Przedtem")
  static let newest = Phrase("Newest", "Neu", "Teraz")
  static let shaderErrors = Phrase("Errors {}", "Fehler {}", "Błędy {}")
  static let shaderErrorsBefore = Phrase("{} before", "vorher {}", "przedtem {}")
  static let scoring = Phrase("Reading {}", "Liest, {}", "Odczyt, {}")
  static let noScore = Phrase("No score: {}", "Kein Vergleich: {}", "Brak oceny: {}")
  static let stepBack = Phrase("Back", "Zurück", "Wstecz")
  static let stepBackTip = Phrase("One frame back", "Ein Bild zurück", "Klatka wstecz")
  static let stepForward = Phrase("Forward", "Vor", "Naprzód")
  static let stepForwardTip = Phrase("One frame on", "Ein Bild weiter", "Klatka naprzód")
  static let holdTip = Phrase("The picture stands still", "Das Bild steht", "Obraz stoi")
  static let write = Phrase("Write", "Schreiben", "Zapisz")
  static let writeTip = Phrase(
    "Write the values into the files", "Die Werte in die Dateien schreiben", "Zapisz wartości w plikach")
  static let reset = Phrase("Reset", "Zurücksetzen", "Przywróć")
  static let resetTip = Phrase(
    "The values of the files", "Die Werte der Dateien", "Wartości z plików")
  static let isOn = Phrase("on", "an", "wł.")
  static let isOff = Phrase("off", "aus", "wył.")
  static let waveform = Phrase("Tiles from left to right", "Kacheln von links", "Kafelki od lewej")
  static let clippedTiles = Phrase("{} clipped", "{} übersteuert", "{} przesyconych")
  static let noUniforms = Phrase(
    "No uniform has a control yet. Put a note beside one:",
    "Noch hat kein Uniform einen Regler. Eine Notiz daneben gibt ihm einen:",
    "Żaden uniform nie ma jeszcze suwaka. Dopisz obok niego notatkę:")
  static let frameOf = Phrase("Frame {} of {}", "Bild {} von {}", "Klatka {} z {}")
  static let waitingForSave = Phrase("waiting for a save", "wartet aufs Sichern", "czeka na zapis")
  static let savesOne = Phrase("{} save taken over", "{} Stand übernommen", "{} zapis przyjęty")
  static let savesFew = Phrase("{} saves taken over", "{} Stände übernommen", "{} zapisy przyjęte")
  static let saves = Phrase("{} saves taken over", "{} Stände übernommen", "{} zapisów przyjętych")
  static let exact = Phrase("tiles exact", "Kacheln exakt", "kafelki dokładne")
  static let inexact = Phrase(
    "tiles off by up to {}", "Kacheln um bis zu {} falsch", "kafelki chybione o najwyżej {}")
  static let inexactTiles = Phrase(
    "Not exact: {} of {} tiles differ from the CPU's, by up to {} in the luma sum.",
    "Nicht exakt: {} von {} Kacheln weichen von denen der CPU ab, um bis zu {} in der Lumasumme.",
    "Niedokładne: {} z {} kafelków różni się od wyniku CPU, o najwyżej {} w sumie lumy.")
  static let lastShadersInUse = Phrase(
    "The last good shaders run on.", "Die letzten guten Shader laufen weiter.",
    "Ostatnie dobre shadery działają dalej.")
  static let moreErrorsOne = Phrase(
    "One more error follows.", "Ein weiterer Fehler folgt.", "Jest jeszcze jeden błąd.")
  static let moreErrors = Phrase(
    "{} more errors follow.", "{} weitere Fehler folgen.", "Dalszych błędów: {}.")
  static let notTimed = Phrase("GPU not timed", "GPU ohne Zeitmessung", "GPU bez pomiaru czasu")
  static let costOfTiles = Phrase("GPU tiles {} ms", "GPU-Kacheln {} ms", "kafelki GPU {} ms")
  static let costOfPicture = Phrase("GPU picture {} ms", "GPU-Bild {} ms", "obraz GPU {} ms")
  static let costOfReference = Phrase("CPU tiles {} ms", "CPU-Kacheln {} ms", "kafelki CPU {} ms")
  /// The passes that can be shown instead of the picture.
  static let targets = [
    "luma": Phrase("Tiles: mean luma", "Kacheln: mittlere Luma", "Kafelki: średnia luma"),
    "falseLuma": Phrase(
      "Tiles: mean luma, violet to yellow", "Kacheln: mittlere Luma, violett bis gelb",
      "Kafelki: średnia luma, od fioletu do żółci"),
    "red": Phrase(
      "Tiles: red, the sum's high byte", "Kacheln: Rot, das obere Byte der Summe",
      "Kafelki: czerwień, starszy bajt sumy"),
    "green": Phrase(
      "Tiles: green, the sum's low byte", "Kacheln: Grün, das untere Byte der Summe",
      "Kafelki: zieleń, młodszy bajt sumy"),
    "blue": Phrase(
      "Tiles: blue, the maximum", "Kacheln: Blau, das Maximum", "Kafelki: błękit, maksimum"),
    "alpha": Phrase(
      "Tiles: alpha, the clipped pixels", "Kacheln: Alpha, die übersteuerten Pixel",
      "Kafelki: alfa, przesycone piksele"),
  ]
  static let keyDivide = Phrase("divide", "Grenze", "granica")
  static let keyPasses = Phrase("passes", "Durchgänge", "przebiegi")
  static let helpFreeze = Phrase("Freeze the picture", "Das Bild anhalten", "Zatrzymaj obraz")
  static let helpStep = Phrase(
    "A frame back, a frame on", "Ein Bild zurück, ein Bild weiter", "Klatka wstecz, klatka naprzód")
  static let helpDivide = Phrase("Move the divide", "Die Grenze verschieben", "Przesuń granicę")
  static let helpPasses = Phrase(
    "The picture, or what a pass wrote", "Das Bild, oder was ein Durchgang schrieb",
    "Obraz lub wynik przebiegu")
  static let helpReset = Phrase("Reset the values", "Die Werte zurücksetzen", "Przywróć wartości")
}
