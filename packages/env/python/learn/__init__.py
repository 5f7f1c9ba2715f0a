"""A player of Star War that learns by playing against itself (docs/research.md): train, export, and the network that both share."""
