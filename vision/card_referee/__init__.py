"""The live referee of the card game: from what is seen and said to the events of a game, without any picture."""
