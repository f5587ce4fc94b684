"""What a person sees and touches: widgets, boards and figures, drawn from views and asks only."""
