extension Array where Element: Comparable {
  /// The quantile at `fraction` (0...1). Leaves the array partly sorted. Takes linear time on average and allocates nothing
  /// (Hoare's selection).
  @inlinable
  public mutating func takeQuantile(_ fraction: Double) -> Element {
    let wanted = Swift.min(count - 1, Int(fraction * Double(count)))
    return withUnsafeMutableBufferPointer { elements in
      var low = 0
      var high = elements.count - 1
      while low < high {
        let pivot = elements[(low + high) / 2]
        var i = low
        var j = high
        while i <= j {
          while elements[i] < pivot { i += 1 }
          while pivot < elements[j] { j -= 1 }
          if i <= j {
            elements.swapAt(i, j)
            i += 1
            j -= 1
          }
        }
        if wanted <= j {
          high = j
        } else if wanted >= i {
          low = i
        } else {
          break
        }
      }
      return elements[wanted]
    }
  }

  /// The median; of an even number of elements the upper one. See ``takeQuantile(_:)``.
  @inlinable
  public mutating func takeMedian() -> Element { takeQuantile(0.5) }
}

extension [Double] {
  /// The middle value, or the mean of the middle two; 0 if there is none.
  public var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
