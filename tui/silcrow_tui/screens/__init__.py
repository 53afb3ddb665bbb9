"""The screens of the workbench beside its main one, each typed by what it answers.

Dialogs (``dialogs``): ``YesNo`` → bool, ``Choose`` → letter or None, ``TypedWord`` → bool; ``turn_on.TurnOn`` →
``"start"``, ``"now"`` or None; ``run_menu.RunMenu`` → letter or None. Editor (``editor``): ``EntryEditor(place, task)``
with a task of ``entry_task`` → ``Saved`` or None. Full screens take
the place and answer nothing: ``run_detail.RunScreen(place, run_id)``, ``topics.TopicsScreen(place)``,
``observation.ObservationScreen(place, observation)``, ``sessions.SessionsScreen(place)``,
``waiting.WaitingScreen(place)``, ``help.HelpScreen(place, context_names, environ)``; ``palette.palette()``.

Screens watch the app's ``state``, act through the place, and are imported where they are opened, so that the first
frame does not wait for them.
"""
