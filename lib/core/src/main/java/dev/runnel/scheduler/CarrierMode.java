package dev.runnel.scheduler;

/** What the Ms, which are virtual threads, are mounted on. The semantics are the same in both modes. */
public enum CarrierMode {
    /** {@link #DEDICATED} if {@code java.base/java.lang} is open to this library, else {@link #SHARED}. */
    AUTO,
    /** The JDK's own pool of carriers. Always works. */
    SHARED,
    /**
     * One platform thread per P, owned by the runtime: a hand-over between goroutines is a local switch. Needs
     * {@code --add-opens java.base/java.lang=ALL-UNNAMED} (on the module path {@code =dev.runnel}).
     */
    DEDICATED
}
