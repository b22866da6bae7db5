"""What the training scripts share: tasks, a curriculum, a network over slots, evaluation, and the record of results."""
