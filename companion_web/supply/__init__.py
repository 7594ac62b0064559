"""What tileye is made of: the exact packages that it is developed with, and the bill of what a player gets."""
