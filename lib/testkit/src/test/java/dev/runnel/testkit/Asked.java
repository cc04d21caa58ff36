package dev.runnel.testkit;

import java.util.List;

/**
 * A decision that a test asks a policy for; nobody has yielded or made a call.
 *
 * @param goroutines the goroutine that each option stands for, where options are goroutines
 */
record Asked(Kind kind, int options, List<Long> goroutines) implements Decision {

    /** Which one of some goroutines it is to be. */
    static Asked among(Kind kind, List<Long> goroutines) {
        return new Asked(kind, goroutines.size(), goroutines);
    }

    @Override
    public long goroutine(int option) {
        return goroutines.get(option);
    }

    @Override
    public long yielded() {
        return 0;
    }

    @Override
    public long calls(int option) {
        return 0;
    }
}
