"""How fast it is: small measurements, as ratios taken side by side in one run. `make speed` runs all of them."""
