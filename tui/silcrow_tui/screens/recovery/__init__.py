"""The drift walkthrough: what happened, parts, result, apply. Nothing is written before the last step.

``opening.open_recovery(app, target, source)`` leads in; ``screen.RecoveryScreen(place, plan)`` is the frame around the
four steps; each step is a widget of its own with its keys. What they show is computed as lines from a ``Standing``.
"""
