"""Silcrow."""
