import Monitor
import Morse

/// Phrases of reasons why a light is not read.
extension Phrase {
  // Short forms.
  static let tooFast = Phrase("too fast for the camera", "zu schnell für die Kamera", "za szybko dla kamery")
  static let faint = Phrase("the light is too faint", "das Licht ist zu schwach", "światło jest za słabe")
  static let clipped = Phrase("the picture is too bright", "das Bild ist zu hell", "obraz jest za jasny")
  static let flicker = Phrase("the light flickers", "das Licht flackert", "światło migocze")
  static let justBlinking = Phrase("it only blinks", "es blinkt nur", "tylko miga")
  static let data = Phrase("it sends data", "es sendet Daten", "nadaje dane")
  static let flashGroups = Phrase("it repeats flashes", "es wiederholt Blitze", "powtarza błyski")
  static let slowlySwitched = Phrase(
    "it changes too slowly", "es wechselt zu langsam", "zmienia się za wolno")
  static let irregular = Phrase(
    "too uneven for Morse", "zu ungleichmäßig für Morse", "zbyt nierówno jak na Morse’a")

  /// The long form, with a figure; the English words are those of the log.
  init(_ words: Diagnosis.Words) {
    let (german, polish) = Self.translations(words)
    self.init(words.rawValue, german, polish)
  }

  private static func translations(_ words: Diagnosis.Words) -> (german: String, polish: String) {
    switch words {
    case .framesPerDot:
      (
        "zu schnell für diese Kamera: ein Punkt dauert {} Bilder und braucht mindestens eins",
        "za szybko dla tej kamery: kropka trwa {} klatki, a potrzebuje co najmniej jednej"
      )
    case .contrastToNoise:
      (
        "zu schwach: das Licht ist {}-mal so stark wie das Rauschen und müsste es etwa 2-mal sein",
        "za słabo: światło przewyższa szum {} raza, a potrzeba około 2 razy"
      )
    case .shareClipped:
      (
        "überbelichtet: {} % seiner Pixel sind weiß, auch wenn die Lampe aus ist",
        "prześwietlone: {} % jego pikseli jest białych nawet przy zgaszonej lampie"
      )
    case .flickerFrequency:
      (
        "das Licht flackert in diesen Bildern {}-mal je Sekunde",
        "światło migocze w tych klatkach {} raza na sekundę"
      )
    case .likeMains:
      (
        ", wie Lampen an einem Netz von {} Hz",
        ", jak lampy w sieci {} Hz"
      )
    case .blinkPeriod:
      (
        "kein Morse: das Licht blinkt nur, alle {} Sekunden",
        "to nie Morse: światło tylko miga, co {} sekundy"
      )
    case .dataRate:
      (
        "kein Morse: das Licht schaltet in gleichen Schritten, wie Daten mit {} Bit je Sekunde",
        "to nie Morse: światło przełącza się w równych krokach, jak dane z szybkością {} bitów na sekundę"
      )
    case .flashGroups:
      (
        "kein Morse: das Licht wiederholt Gruppen von {} Blitzen",
        "to nie Morse: światło powtarza grupy po {} błyski"
      )
    case .groupPeriod:
      (
        ", alle {} Sekunden",
        ", co {} sekundy"
      )
    case .changePeriod:
      (
        "kein Morse: das Licht bleibt etwa {} Sekunden an und aus, wie eine Ampel oder eine Zimmerlampe",
        "to nie Morse: światło świeci i gaśnie na około {} sekund, jak sygnalizator lub lampa w pokoju"
      )
    case .lengthsVary:
      (
        "kein Morse oder eine sehr ungleichmäßige Hand: Längen streuen um {} % und dürfen es um etwa 20 %",
        "to nie Morse albo bardzo nierówna ręka: długości odbiegają o {} %, a mogą o około 20 %"
      )
    case .askForSlower:
      (
        "um langsameres Geben bitten oder mehr Bilder je Sekunde filmen",
        "poproś o wolniejsze nadawanie lub filmuj z większą liczbą klatek"
      )
    case .moveCloser:
      (
        "näher herangehen, heranzoomen oder anderes Licht abhalten",
        "podejdź bliżej, przybliż lub osłoń inne światło"
      )
    case .shortenExposure:
      (
        "kürzer belichten",
        "skróć ekspozycję"
      )
    case .exposeFor:
      (
        "{} Sekunden oder ein Vielfaches davon belichten",
        "naświetlaj przez {} sekundy lub wielokrotność tego czasu"
      )
    case .exposeLonger:
      (
        "länger belichten oder die Bildrate ändern",
        "wydłuż ekspozycję lub zmień liczbę klatek"
      )
    case .pointAtKeyed:
      (
        "die Kamera auf eine Lampe richten, die Morse gibt",
        "skieruj kamerę na lampę, która nadaje"
      )
    case .askForDashes:
      (
        "um Striche bitten, die dreimal so lang wie Punkte sind",
        "poproś o kreski trzy razy dłuższe od kropek"
      )
    }
  }
}
