"""The live referee: what the eye sees becomes the events of a game, without any picture."""
