package dev.runnel.conformance.programs;

import dev.runnel.scheduler.Body;
import java.util.Map;

/** Programs that fail while they deal with a failure. What in Go is a list of panics is in Java a chain of causes. */
final class NestedFailures {

    static final Map<String, Body> PROGRAMS = Map.ofEntries(
            Map.entry("PanicTraceback", NestedFailures::pt1),
            Map.entry("RecursivePanic", NestedFailures::wrappedAndCaughtThenAgain),
            Map.entry("RecursivePanic2", NestedFailures::caughtTwiceThenThird),
            Map.entry("RecursivePanic3", NestedFailures::secondIsCaughtWithin),
            Map.entry("RecursivePanic4", NestedFailures::secondTakesThePlaceOfFirst),
            Map.entry("RecursivePanic5", NestedFailures::caughtTwiceInOneMethodThenThird),
            Map.entry("RepanickedPanic", NestedFailures::thrownAgain),
            Map.entry("RepanickedMiddlePanic", NestedFailures::middleIsThrownAgain),
            Map.entry("RepanickedPanicSandwich", NestedFailures::outerIsThrownAgain),
            Map.entry("DoublePanicWithSameValue", NestedFailures::sameTwice),
            Map.entry("DoublePanic", NestedFailures::secondTakesThePlaceOfFirst));

    private NestedFailures() {}

    private static IllegalStateException failure(String text) {
        return new IllegalStateException(text);
    }

    private static void pt1() {
        try {
            pt2();
        } catch (IllegalStateException e) {
            throw new IllegalStateException("panic pt1", e);
        }
    }

    private static void pt2() {
        try {
            throw failure("hello");
        } catch (IllegalStateException e) {
            throw new IllegalStateException("panic pt2", e);
        }
    }

    private static void wrappedAndCaughtThenAgain() {
        try {
            try {
                throw failure("bad");
            } catch (IllegalStateException e) {
                throw new IllegalStateException("wrap: " + e.getMessage(), e);
            }
        } catch (IllegalStateException e) {
            System.out.print(e.getMessage() + "\n");
        }
        throw failure("again");
    }

    private static void caughtTwiceThenThird() {
        try {
            try {
                throw failure("first panic");
            } catch (IllegalStateException e) {
                System.out.print(e.getMessage() + "\n");
            } finally {
                failNow("second panic");
            }
        } catch (IllegalStateException e) {
            System.out.print(e.getMessage() + "\n");
        }
        throw failure("third panic");
    }

    private static void secondIsCaughtWithin() {
        try {
            throw failure("first panic");
        } finally {
            try {
                failNow("second panic");
            } catch (IllegalStateException e) {
                System.out.print("caught " + e.getMessage());
            }
        }
    }

    private static void secondTakesThePlaceOfFirst() {
        try {
            throw failure("first panic");
        } catch (IllegalStateException e) {
            throw new IllegalStateException("second panic", e);
        }
    }

    private static void caughtTwiceInOneMethodThenThird() {
        try {
            secondTakesThePlaceOfFirst();
        } catch (IllegalStateException e) {
            System.out.print(e.getCause().getMessage() + "\n" + e.getMessage() + "\n");
        }
        throw failure("third panic");
    }

    private static void thrownAgain() {
        try {
            throw failure("message");
        } catch (IllegalStateException e) {
            throw e;
        }
    }

    private static void middleIsThrownAgain() {
        try {
            try {
                try {
                    throw failure("inner");
                } catch (IllegalStateException e) {
                    throw new IllegalStateException("middle", e);
                }
            } catch (IllegalStateException e) {
                throw e;
            }
        } catch (IllegalStateException e) {
            throw new IllegalStateException("outer", e);
        }
    }

    private static void outerIsThrownAgain() {
        IllegalStateException outer = failure("outer");
        try {
            try {
                throw outer;
            } catch (IllegalStateException e) {
                throw new IllegalStateException("inner", e);
            }
        } catch (IllegalStateException inner) {
            outer.addSuppressed(inner); // a ring: the inner one has the outer one as its cause
            throw outer;
        }
    }

    private static void sameTwice() {
        IllegalStateException same = failure("message");
        try {
            throw same;
        } finally {
            failNow(same);
        }
    }

    private static void failNow(String text) {
        failNow(failure(text));
    }

    private static void failNow(IllegalStateException e) {
        throw e;
    }
}
