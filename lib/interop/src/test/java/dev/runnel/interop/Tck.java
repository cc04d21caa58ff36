package dev.runnel.interop;

import org.reactivestreams.tck.TestEnvironment;

/** What the verifications share. Signals that must come are waited for long; none that must not come is waited for in vain. */
final class Tck {

    private static final long MUST_COME = 20_000;
    private static final long MUST_NOT_COME = 50;

    static final TestEnvironment ENVIRONMENT = new TestEnvironment(MUST_COME, MUST_NOT_COME, MUST_NOT_COME);

    private Tck() {}

    static Feed<Long> counting(long elements) {
        return (out, context) -> {
            for (long i = 0; i < elements; i++) {
                out.send(i, context);
            }
        };
    }
}
