"""What works on this machine and what does not: each check by itself, and what to do."""
