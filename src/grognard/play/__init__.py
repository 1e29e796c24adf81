"""What every game is made of: positions, orders, the log, views, saves, undo."""
