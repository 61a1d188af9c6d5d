"""Reads Morse with the package morse-audio-decoder: lines of 0 and 1 on standard input, a line of text for each line."""

import sys
import warnings

import numpy
from morse_audio_decoder.morse import MorseCode

warnings.simplefilter("ignore")  # the package warns if there are fewer lengths than clusters
for line in sys.stdin:
    signal = numpy.array([int(figure) for figure in line.strip()], dtype=int)
    try:
        text = MorseCode(signal).decode()
    except Exception:  # the package fails on a message that it cannot cluster
        text = ""
    print(" ".join(text.split()))
