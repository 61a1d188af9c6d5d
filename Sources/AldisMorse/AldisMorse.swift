@_exported import Frames
@_exported import Morse
