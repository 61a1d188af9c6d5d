import Testing
@testable import Luma
