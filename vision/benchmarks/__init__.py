"""What reading and watching cost."""
