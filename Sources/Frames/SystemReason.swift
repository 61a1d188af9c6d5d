import Glibc

/// The system's text for an error number (strerror(3)).
public func systemReason(_ code: CInt = errno) -> String { String(cString: strerror(code)) }
