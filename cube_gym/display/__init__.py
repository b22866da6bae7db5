"""How environments' steps, benchmarks and results show themselves in a notebook."""
