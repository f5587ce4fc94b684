"""One rule book per game; a game is a module that satisfies `mechanics.table.Game`."""
