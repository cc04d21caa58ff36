package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.util.Map;

/** Programs that fail with an exception whose text is not just a text. */
final class OddTexts {

    static final Map<String, Body> PROGRAMS = Map.of(
            "GoschedInPanic", () -> fail(new Yields()),
            "SyscallInPanic", () -> fail(new Prints()),
            "WaitInPanic", () -> fail(new Waits()),
            "PanicLoop", () -> fail(new Fails()),
            "DoubleErrorPanic", () -> fail(new FailsTwice()),
            "GoexitInErrorText", () -> fail(new Exits()),
            "StringPanic", () -> fail(new IllegalStateException("important multi-line\nstring message")),
            "NilPanic", () -> fail(new IllegalStateException()));

    private OddTexts() {}

    private static void fail(RuntimeException thrown) {
        go(() -> {
            throw thrown;
        });
        chan().recv();
    }

    private static final class Yields extends RuntimeException {
        @Override
        public String getMessage() {
            Go.gosched();
            return "errorThatGosched";
        }
    }

    private static final class Prints extends RuntimeException {
        private boolean printed;

        @Override
        public String getMessage() {
            if (!printed) {
                printed = true;
                System.out.print("1\n");
                System.out.print("2\n");
            }
            return "3";
        }
    }

    private static final class Waits extends RuntimeException {
        @Override
        public String getMessage() {
            Chan<String> text = chan();
            Thread reader = Thread.currentThread();
            if (Go.current().isDefined()) {
                go(() -> text.send("errorThatWaits"));
                return text.recv().get();
            }
            return "on " + reader.getName();
        }
    }

    private static final class Fails extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("double error");
        }
    }

    private static final class FailsTwice extends RuntimeException {
        @Override
        public String getMessage() {
            throw new Fails();
        }
    }

    private static final class Exits extends RuntimeException {
        @Override
        public String getMessage() {
            if (Go.current().isDefined()) {
                Go.goexit();
            }
            return "on no goroutine";
        }
    }
}
