import ArgumentParser

@main struct Fairy: ParsableCommand {}
