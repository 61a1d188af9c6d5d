import ArgumentParser

@main
struct Aldis: ParsableCommand {}
