"""What keeps the tasks honest: measurements over all templates. `python -m benchmarks.phone.gates` prints them."""
