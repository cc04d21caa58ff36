package dev.runnel;

import dev.runnel.scheduler.Body;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A program that stands still for a while and is not deadlocked. The delays are the subject: each is far longer than a
 * false alarm takes, and a test that passes does not depend on them.
 */
record StandstillProgram(String name, Body body) {

    static final int DELAY = 60;

    @FunctionalInterface
    interface Late {
        void run() throws IOException;
    }

    static Stream<Arguments> on1And4(List<StandstillProgram> all) {
        return all.stream().flatMap(p -> IntStream.of(1, 4).mapToObj(n -> Arguments.of(p, n)));
    }

    /** Runs the action a while later, on a foreign thread. */
    static void later(Late action) {
        Thread.ofPlatform().daemon().start(() -> {
            delay();
            try {
                action.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    static void delay() {
        try {
            Thread.sleep(DELAY);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
