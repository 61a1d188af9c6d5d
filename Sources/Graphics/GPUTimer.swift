import CGLES

/// Measures the GPU time of draws (EXT_disjoint_timer_query). Results arrive some pictures later, because nothing waits for
/// them.
///
/// Queries form a ring: while all of them are pending, draws are not timed.
public final class GPUTimer {
  private let context: Context
  private let functions: Functions
  private var queries: [GLuint]
  /// Numbers of queries begun, and of results read; query n is at index n modulo ``queryCount``.
  private var queriesBegun = 0
  private var resultsRead = 0
  /// The newest result.
  public private(set) var milliseconds: Double?

  private static let queryCount = 4
  // Constants of the extension; the headers of OpenGL ES 2.0 do not have them.
  private static let timeElapsed: GLenum = 0x88BF
  private static let result: GLenum = 0x8866
  private static let resultAvailable: GLenum = 0x8867
  private static let disjoint: GLenum = 0x8FBB

  private struct Functions {
    typealias Names = @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void
    typealias Begin = @convention(c) (GLenum, GLuint) -> Void
    typealias End = @convention(c) (GLenum) -> Void
    typealias GetResult = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void
    typealias GetLongResult = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<UInt64>?) -> Void

    let make: Names
    let delete: Names
    let begin: Begin
    let end: End
    let getResult: GetResult
    let getLongResult: GetLongResult

    init?() {
      func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
        eglGetProcAddress(name).map { unsafeBitCast($0, to: type) }
      }
      guard let make = find("glGenQueriesEXT", Names.self),
        let delete = find("glDeleteQueriesEXT", Names.self),
        let begin = find("glBeginQueryEXT", Begin.self), let end = find("glEndQueryEXT", End.self),
        let getResult = find("glGetQueryObjectuivEXT", GetResult.self),
        let getLongResult = find("glGetQueryObjectui64vEXT", GetLongResult.self)
      else { return nil }
      (self.make, self.delete, self.begin, self.end) = (make, delete, begin, end)
      (self.getResult, self.getLongResult) = (getResult, getLongResult)
    }
  }

  /// - Returns: `nil` if the driver has no timer queries.
  public init?(_ context: Context) {
    guard context.capabilities.has("GL_EXT_disjoint_timer_query"), (try? context.makeCurrent()) != nil,
      let functions = Functions()
    else { return nil }
    self.context = context
    self.functions = functions
    queries = Array(repeating: 0, count: Self.queryCount)
    functions.make(GLsizei(Self.queryCount), &queries)
  }

  deinit {
    guard (try? context.makeCurrent()) != nil else { return }
    queries.withUnsafeMutableBufferPointer { functions.delete(GLsizei(Self.queryCount), $0.baseAddress) }
  }

  /// Times the draws of `body`. A context can time one `body` at a time.
  public func time<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    readResults()
    guard queriesBegun - resultsRead < Self.queryCount else { return try body() }
    functions.begin(Self.timeElapsed, queries[queriesBegun % Self.queryCount])
    defer {
      functions.end(Self.timeElapsed)
      queriesBegun += 1
    }
    try body()
  }

  private func readResults() {
    // This query resets GPU_DISJOINT_EXT to false. Times around a disjoint event are invalid.
    var isDisjoint: GLint = 0
    glGetIntegerv(Self.disjoint, &isDisjoint)
    while resultsRead < queriesBegun {
      var isAvailable: GLuint = 0
      functions.getResult(queries[resultsRead % Self.queryCount], Self.resultAvailable, &isAvailable)
      guard isAvailable != 0 else { return }
      var nanoseconds: UInt64 = 0
      functions.getLongResult(queries[resultsRead % Self.queryCount], Self.result, &nanoseconds)
      resultsRead += 1
      if isDisjoint == 0 { milliseconds = Double(nanoseconds) / 1e6 }
    }
  }
}
