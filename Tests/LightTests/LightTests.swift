import Testing
@testable import Light
