"""Jarama: the valley battle of February 1937. One module per chart procedure."""
