// Morse
