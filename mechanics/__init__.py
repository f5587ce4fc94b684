"""Market Mechanics: auctions, majorities and markets of four board games, to play, to look at and to compute."""

__version__ = "0.1.0"
