"""What agents and their hosts connect to."""
