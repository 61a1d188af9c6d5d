import Testing
@testable import Graphics
