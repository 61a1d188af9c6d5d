/// What is known to move a tile besides the light that is looked for: courses over the same readings, to be taken out of a
/// trace by least squares.
struct Influences {
  /// Of mean 0 and length 1, at right angles to one another.
  private var courses: [[Double]] = []

  var isEmpty: Bool { courses.isEmpty }

  init() {}

  /// What whole pixels leave of the picture's motion: a tile's sum follows it, and what its pixels rise follows how far it goes.
  init(ofMotionIn frames: [Int], of history: GridHistory) {
    guard frames.contains(where: { history[$0].motion.hasMoved }) else { return }
    let residuals = frames.map { history[$0].residual }
    add(residuals.map(\.x))
    add(residuals.map(\.y))
    add(residuals.map { $0.x * $0.x })
    add(residuals.map { $0.y * $0.y })
    add(residuals.map { $0.x * $0.y })
  }

  mutating func clear() { courses.removeAll(keepingCapacity: true) }

  /// Adds a course. One that hardly varies, or that the others make up, tells nothing and is left out.
  mutating func add(_ course: [Double]) {
    var course = course
    let mean = course.reduce(0, +) / Double(max(1, course.count))
    for index in course.indices { course[index] -= mean }
    let before = Self.product(course, course)
    remove(from: &course)
    let length = Self.product(course, course)
    guard length > 1e-9, length > 0.02 * before else { return }
    for index in course.indices { course[index] /= length.squareRoot() }
    courses.append(course)
  }

  /// Takes the influences out of `trace`; its mean stays.
  func remove(from trace: inout [Double]) {
    for course in courses {
      let part = Self.product(course, trace)
      trace.withUnsafeMutableBufferPointer { trace in
        course.withUnsafeBufferPointer { course in
          for index in trace.indices { trace[index] -= part * course[index] }
        }
      }
    }
  }

  private static func product(_ a: [Double], _ b: [Double]) -> Double {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        var sum = 0.0
        for index in a.indices { sum += a[index] * b[index] }
        return sum
      }
    }
  }
}
