import Testing
@testable import Interface
