import Testing
@testable import Morse
