"""The library of chapters that games are made of: each owns one matter of a wargame's rules, whatever the game."""
