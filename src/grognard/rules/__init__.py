"""What the rules of several games share: situations, worksheets, readings of charts."""
