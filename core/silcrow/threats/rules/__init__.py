"""The rules as data, one module for each kind of attack."""
