/// A value that ``Subscriptions`` change in the loop of the thread that created it, such as a window's thread.
package actor LoopState<Value: Sendable> {
  package var value: Value
  private let loop: LoopExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// - Parameter wake: Called on any thread when there is a change.
  package init(_ value: Value, wake: @escaping @Sendable () -> Void) {
    self.value = value
    loop = LoopExecutor(wake: wake)
  }

  /// Makes the changes that are waiting, and replaces the value. It is called in the loop.
  ///
  /// - Returns: The value before.
  @discardableResult
  package nonisolated func exchange(_ next: Value) -> Value {
    loop.runPending()
    return assumeIsolated { state in
      defer { state.value = next }
      return state.value
    }
  }

  /// Makes the changes that are waiting. It is called in the loop.
  package nonisolated var current: Value {
    loop.runPending()
    return assumeIsolated { $0.value }
  }
}
