import Glibc

/// The system's own words for an error number (strerror(3)).
func systemReason(_ code: CInt = errno) -> String { String(cString: strerror(code)) }
