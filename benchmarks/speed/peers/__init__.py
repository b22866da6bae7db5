"""What a user would pick instead, measured beside ours: each peer in an environment of its own."""
