"""What scripts/fuzz does: builds the fuzzer, makes its first inputs, runs it for each parser and tells how it went."""
