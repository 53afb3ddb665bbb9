"""The screens of the workbench beside its main one, each typed by what it answers.

Dialogs (``dialogs``): ``YesNo`` → bool, ``Choose`` → letter or None, ``TypedWord`` → bool; ``turn_on.TurnOn`` →
``"start"``, ``"now"`` or None; ``run_menu.RunMenu`` → letter or None. Editor (``editor``): ``EntryEditor(place, target,
entry)`` → ``Saved`` or None. Full screens take the place and answer nothing but ``sessions.SessionsScreen`` (a path):
``run_detail.RunScreen(place, run_id)``, ``topics.TopicsScreen(place)``, ``observation.ObservationScreen(place,
observation)``, ``waiting.WaitingScreen(place)``, ``help.HelpScreen(contexts)``.

A screen with a method ``show_state(state)`` wants each new state of the place while it is open. Screens are imported
where they are opened, so that the first frame does not wait for them.
"""
