import Foundation
import Frames
import Morse
import Testing

@testable import Monitor

@Suite("Event records")
struct EventRecordTests {
  private let torch = TorchID(0)

  @Test("each event becomes one line of JSON with its kind and its time")
  func lines() {
    let character = Transcript.Character(
      sign: "\"", code: CodeWord(".-..-.")!, start: 1.5, end: 2.25, confidence: 0.75, wordsPerMinute: 12)
    var doubtful = character
    doubtful.alternative = .init(codes: [], text: "EN")
    let table: [(MonitorEvent, String)] = [
      (
        .torchFound(torch, x: 10, y: 20.125, radius: 3, time: 0.5),
        #"{"event":"torch","radius":3,"state":"found","time":0.5,"torch":"A","x":10,"y":20.13}"#
      ),
      (.torchLost(torch, time: 9), #"{"event":"torch","state":"lost","time":9,"torch":"A"}"#),
      (
        .torchLost(torch, echoOf: TorchID(1), time: 9),
        #"{"echo":"B","event":"torch","state":"lost","time":9,"torch":"A"}"#
      ),
      (
        .light(LightEdge(torch: TorchID(1), isOn: true, time: 1.25, uncertainty: 0.002)),
        #"{"event":"light","on":true,"time":1.25,"torch":"B","uncertainty":0.002}"#
      ),
      (
        .character(torch, character),
        #"{"character":"\"","code":".-..-.","confidence":0.75,"end":2.25,"event":"character","start":1.5,"time":2.25,"torch":"A","wpm":12}"#
      ),
      (
        .character(torch, doubtful),
        #"{"alternative":"EN","character":"\"","code":".-..-.","confidence":0.75,"end":2.25,"event":"character","start":1.5,"time":2.25,"torch":"A","wpm":12}"#
      ),
      (.word(torch, text: "SOS", time: 3), #"{"event":"word","text":"SOS","time":3,"torch":"A"}"#),
      (
        .framesLost(FramesLost(count: 2, cause: .overload, time: Timestamp(seconds: 4))),
        #"{"cause":"overload","count":2,"event":"frames-lost","time":4}"#
      ),
      (
        .camera(CameraEvent(.failed, name: "/dev/video0", message: "gone", time: 5)),
        #"{"event":"camera","message":"gone","name":"/dev/video0","state":"failed","time":5}"#
      ),
      (
        .diagnosis(torch, .blinking(period: 0.66666), time: 7),
        #"{"event":"diagnosis","figure":0.6667,"message":"no Morse: the light only blinks, every 0.67 seconds; point the camera at a lamp that is keyed","reason":"blinking","time":7,"torch":"A"}"#
      ),
      (
        .repeats(torch, text: "CQ DE ALDIS", repetitions: 3.456, time: 9),
        #"{"event":"repeats","repetitions":3.46,"text":"CQ DE ALDIS","time":9,"torch":"A"}"#
      ),
      (.diagnosis(nil, nil, time: 7), #"{"event":"diagnosis","reason":"none","time":7}"#),
      (.calibration(progress: 0.5, time: 0), #"{"event":"calibration","progress":0.5,"time":0}"#),
      (
        .storage(StorageEvent(.failed, name: "log", message: "No space left on device", time: 3)),
        #"{"event":"storage","message":"No space left on device","name":"log","state":"failed","time":3}"#
      ),
      (
        .storage(StorageEvent(.recovered, name: "log", count: 7, time: 3)),
        #"{"count":7,"event":"storage","name":"log","state":"recovered","time":3}"#
      ),
    ]
    for (event, line) in table { #expect(event.jsonLine == line) }
  }

  @Test("a log line also has the time of writing, in UTC to the millisecond")
  func wallClock() {
    let line = MonitorEvent.word(torch, text: "SOS", time: 3).jsonLine(
      at: Date(timeIntervalSince1970: 1_764_000_000.25))
    #expect(
      line == #"{"at":"2025-11-24T16:00:00.250Z","event":"word","text":"SOS","time":3,"torch":"A"}"#)
  }

  @Test("an event whose name has a line break is written on one line")
  func lineBreak() {
    let event = MonitorEvent.camera(CameraEvent(.streaming, name: "two\nlines", time: 0))
    #expect(!event.jsonLine.contains("\n"))
  }

  @Test("a number that is not finite becomes 0, because JSON cannot represent it")
  func notFinite() {
    #expect(
      MonitorEvent.calibration(progress: .nan, time: .infinity).jsonLine
        == #"{"event":"calibration","progress":0,"time":0}"#)
  }
}
