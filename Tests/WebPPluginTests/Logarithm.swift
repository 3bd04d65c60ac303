#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func logarithm10(_ value: Double) -> Double { log10(value) }
