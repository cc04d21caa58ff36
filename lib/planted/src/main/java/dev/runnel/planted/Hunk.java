package dev.runnel.planted;

/**
 * Lines of a source file, and what stands in their place.
 *
 * @param file below the core's {@code dev/runnel}
 * @param from whole lines, which occur once
 * @param to other lines, or none
 */
record Hunk(String file, String from, String to) {

    /** The text with the bug in it. */
    String applyTo(String bug, String text) {
        int at = text.indexOf(from);
        if (at < 0 || text.indexOf(from, at + 1) >= 0) {
            throw new DriftedException(bug, file, from, at < 0 ? "does not occur" : "occurs more than once");
        }
        return text.substring(0, at) + to + text.substring(at + from.length());
    }

    /** The core is no longer the one that the bug was written for. */
    static final class DriftedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        DriftedException(String bug, String file, String from, String how) {
            super(bug + " has drifted: in " + file + " this " + how + ":\n" + from);
        }
    }
}
