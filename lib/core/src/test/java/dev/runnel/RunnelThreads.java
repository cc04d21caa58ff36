package dev.runnel;

import java.util.List;

/** The threads of which a runtime that has ended leaves none. */
final class RunnelThreads {

    private RunnelThreads() {}

    /** The platform threads of runtimes other than the default one, whose threads are known before. */
    static List<String> now() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.isAlive() && !t.isVirtual() && t.getName().startsWith("runnel-"))
                .filter(t -> !t.getName().equals("runnel-net")) // belongs to the JVM, and is left from earlier tests
                .map(t -> t.getName() + "@" + t.threadId())
                .sorted()
                .toList();
    }
}
