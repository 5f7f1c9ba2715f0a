"""A player of Star War that learns by self-play (docs/research.md): training, export, and the network that both
share."""
