"""The model's weights, their training, evaluation and export."""
