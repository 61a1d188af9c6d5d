import Testing
@testable import Monitor
