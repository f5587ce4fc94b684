"""Lessons: the figures and small experiments of the notebooks, one module per notebook."""
