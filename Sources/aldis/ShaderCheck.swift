import Graphics
import Interface
import Luma
import Shaders

extension ShaderFolder {
  /// What the driver has against the programs of `library`; where one file matters, those that use it. Each fault once,
  /// though many programs share a file.
  ///
  /// - Throws: What is not the shaders' fault.
  func faults(in library: ShaderLibrary, on context: Context) throws(GraphicsError) -> [ShaderFault] {
    var faults: [ShaderFault] = []
    for program in LumaPass.programs + Stage.programs where shader.map(program.uses) ?? true {
      do throws(GraphicsError) {
        _ = try context.program(program, from: library)
      } catch {
        guard !error.shaderFaults.isEmpty else { throw error }
        for fault in error.shaderFaults where !faults.contains(fault) { faults.append(fault) }
      }
    }
    return faults
  }
}
