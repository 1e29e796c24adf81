"""PanzerBlitz: tactical armour on the eastern front. One module per chapter of its rules."""
