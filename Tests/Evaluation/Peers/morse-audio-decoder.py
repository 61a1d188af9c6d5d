"""Reads Morse with the package morse-audio-decoder: a line of 0 and 1 a message on standard input, a line of text each."""

import sys
import warnings

import numpy
from morse_audio_decoder.morse import MorseCode

warnings.simplefilter("ignore")  # fewer lengths than clusters
for line in sys.stdin:
    signal = numpy.array([int(figure) for figure in line.strip()], dtype=int)
    try:
        text = MorseCode(signal).decode()
    except Exception:  # it knows no way out of a message it cannot cluster
        text = ""
    print(" ".join(text.split()))
