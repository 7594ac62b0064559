"""Where frames come from: cameras, films, folders of pictures, streams, and other parts of the program."""
