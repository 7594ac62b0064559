"""How tiles lie: the homography of the table, the lattice, poses."""
