package dev.runnel.context;

/** What {@link Context#onDone} was given: runs where the context is cancelled. */
final class Action extends Once {

    private final Runnable action;

    Action(Runnable action) {
        this.action = action;
    }

    @Override
    void happen() {
        action.run();
    }
}
