package dev.runnel;

import java.util.List;

/** What a runtime that has ended leaves none of. */
final class RunnelThreads {

    private RunnelThreads() {}

    /** The platform threads of runtimes other than the default one, which are known before. */
    static List<String> now() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.isAlive() && !t.isVirtual() && t.getName().startsWith("runnel-"))
                .filter(t -> !t.getName().equals("runnel-net")) // the JVM's, and of tests before
                .map(t -> t.getName() + "@" + t.threadId())
                .sorted()
                .toList();
    }
}
