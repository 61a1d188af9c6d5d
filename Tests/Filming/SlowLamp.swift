import Foundation

/// The brightness, 0...1, of a lamp with lag, such as a filament: its distance from the keyed state decreases by a factor of e
/// per time constant.
struct SlowLamp: Sendable {
  /// Time constants in seconds; 0 for no lag.
  let rise: Double
  let fall: Double
  /// The times at which it is switched, and its brightness then.
  private var switches: [(time: Double, level: Double, isOn: Bool)] = [(-.infinity, 0, false)]

  init(_ marks: [Range<Double>], rise: Double, fall: Double) {
    self.rise = rise
    self.fall = fall
    for mark in marks {
      for (time, isOn) in [(mark.lowerBound, true), (mark.upperBound, false)] {
        let last = switches[switches.count - 1]
        switches.append((time, level(since: last, at: time), isOn))
      }
    }
  }

  /// The mean brightness between two times. Calls may come in any order.
  func brightness(from start: Double, to end: Double) -> Double {
    var sum = 0.0
    var index = lastSwitch(before: start)
    var time = start
    while time < end {
      let until = index + 1 < switches.count ? min(switches[index + 1].time, end) : end
      let target = switches[index].isOn ? 1.0 : 0
      let constant = switches[index].isOn ? rise : fall
      let distance = level(since: switches[index], at: time) - target
      sum += target * (until - time)
      if constant > 0 { sum += distance * constant * (1 - exp((time - until) / constant)) }
      time = until
      index += 1
    }
    return sum / (end - start)
  }

  /// The index of the last switch that is not after `time`.
  private func lastSwitch(before time: Double) -> Int {
    var (low, high) = (0, switches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if switches[middle].time <= time { low = middle } else { high = middle }
    }
    return low
  }

  private func level(since last: (time: Double, level: Double, isOn: Bool), at time: Double) -> Double {
    let target = last.isOn ? 1.0 : 0
    let constant = last.isOn ? rise : fall
    guard last.time.isFinite, constant > 0 else { return target }
    return target + (last.level - target) * exp((last.time - time) / constant)
  }
}
