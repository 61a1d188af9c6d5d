import Graphics

/// The shader files of one program.
public struct ProgramFiles: Hashable, Sendable {
  public var vertex: ShaderName
  /// Compiled as one text, in this order.
  public var fragment: [ShaderName]
  /// The vertex shader's attributes, in the order of the vertex layout.
  public var attributes: [String]

  public init(vertex: ShaderName, fragment: [ShaderName], attributes: [String] = ["position"]) {
    self.vertex = vertex
    self.fragment = fragment
    self.attributes = attributes
  }

  public func uses(_ name: ShaderName) -> Bool { vertex == name || fragment.contains(name) }
}

extension Context {
  /// Compiles and links a program from the texts of `library`.
  ///
  /// - Throws: ``GraphicsError/compile(_:log:)``, ``GraphicsError/link(files:_:log:)``.
  public func program(_ files: ProgramFiles, from library: ShaderLibrary) throws(GraphicsError) -> Program {
    try program(
      vertex: library.source([files.vertex]), fragment: library.source(files.fragment),
      attributes: files.attributes)
  }
}
