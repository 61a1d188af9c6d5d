internal import NIOCore

extension TimeAmount {
  init(inSeconds seconds: Double) { self = .nanoseconds(Int64(seconds * 1e9)) }
}
