import CGLES

/// How long the GPU takes for what is drawn, told some pictures later: nothing waits for it (EXT_disjoint_timer_query).
///
/// A ring of queries: while all of them are on their way, what is drawn goes untimed.
public final class GPUTimer {
  private let context: Context
  private let functions: Functions
  private var queries: [GLuint]
  /// Counts of queries begun and answered; query n lies at n modulo their number.
  private var begun = 0
  private var answered = 0
  /// Of the newest answer.
  public private(set) var milliseconds: Double?

  private static let count = 4
  // Of the extension's own header, which OpenGL ES 2.0 does not have without it.
  private static let timeElapsed: GLenum = 0x88BF
  private static let result: GLenum = 0x8866
  private static let resultAvailable: GLenum = 0x8867
  private static let disjoint: GLenum = 0x8FBB

  private struct Functions {
    typealias Names = @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void
    typealias Begin = @convention(c) (GLenum, GLuint) -> Void
    typealias End = @convention(c) (GLenum) -> Void
    typealias Answer = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void
    typealias LongAnswer = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<UInt64>?) -> Void

    let make: Names
    let delete: Names
    let begin: Begin
    let end: End
    let answer: Answer
    let longAnswer: LongAnswer

    init?() {
      func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
        eglGetProcAddress(name).map { unsafeBitCast($0, to: type) }
      }
      guard let make = find("glGenQueriesEXT", Names.self),
        let delete = find("glDeleteQueriesEXT", Names.self),
        let begin = find("glBeginQueryEXT", Begin.self), let end = find("glEndQueryEXT", End.self),
        let answer = find("glGetQueryObjectuivEXT", Answer.self),
        let longAnswer = find("glGetQueryObjectui64vEXT", LongAnswer.self)
      else { return nil }
      (self.make, self.delete, self.begin, self.end) = (make, delete, begin, end)
      (self.answer, self.longAnswer) = (answer, longAnswer)
    }
  }

  /// - Returns: `nil` where the driver cannot tell.
  public init?(_ context: Context) {
    guard context.capabilities.has("GL_EXT_disjoint_timer_query"), (try? context.makeCurrent()) != nil,
      let functions = Functions()
    else { return nil }
    self.context = context
    self.functions = functions
    queries = Array(repeating: 0, count: Self.count)
    functions.make(GLsizei(Self.count), &queries)
  }

  deinit {
    guard (try? context.makeCurrent()) != nil else { return }
    queries.withUnsafeMutableBufferPointer { functions.delete(GLsizei(Self.count), $0.baseAddress) }
  }

  /// Times what `body` draws; one at a time in a context.
  public func time<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    takeAnswers()
    guard begun - answered < Self.count else { return try body() }
    functions.begin(Self.timeElapsed, queries[begun % Self.count])
    defer {
      functions.end(Self.timeElapsed)
      begun += 1
    }
    try body()
  }

  private func takeAnswers() {
    // "GPU_DISJOINT_EXT is reset to FALSE" by the question; times around such a moment mean nothing.
    var isDisjoint: GLint = 0
    glGetIntegerv(Self.disjoint, &isDisjoint)
    while answered < begun {
      var isThere: GLuint = 0
      functions.answer(queries[answered % Self.count], Self.resultAvailable, &isThere)
      guard isThere != 0 else { return }
      var nanoseconds: UInt64 = 0
      functions.longAnswer(queries[answered % Self.count], Self.result, &nanoseconds)
      answered += 1
      if isDisjoint == 0 { milliseconds = Double(nanoseconds) / 1e6 }
    }
  }
}
