"""What tiles show: crops, colours, candidates."""
