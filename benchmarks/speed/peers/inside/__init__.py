"""What runs in the peers' own environments: it imports the standard library, its neighbours by name, and the peer."""
