package dev.runnel.interop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.TestEnvironment;

/** What the verifications share. Signals that must come are waited for long, those that must not come for a moment. */
final class Tck {

    private static final long MUST_COME = 20_000;
    private static final long MUST_NOT_COME = 50;

    static final TestEnvironment ENVIRONMENT = new Patient();

    private Tck() {}

    static Feed<Long> counting(long elements) {
        return (out, context) -> {
            for (long i = 0; i < elements; i++) {
                out.send(i, context);
            }
        };
    }

    /** The kit looks only once, after a moment, for an error that must come; here it looks when there is one. */
    private static final class Patient extends TestEnvironment {

        Patient() {
            super(MUST_COME, MUST_NOT_COME, MUST_NOT_COME);
        }

        @Override
        public <T> ManualSubscriber<T> newManualSubscriber(Publisher<T> publisher, long timeoutMillis)
                throws InterruptedException {
            ManualSubscriber<T> subscriber = new PatientSubscriber<>(this);
            subscribe(publisher, subscriber, timeoutMillis);
            return subscriber;
        }
    }

    private static final class PatientSubscriber<T> extends TestEnvironment.ManualSubscriberWithSubscriptionSupport<T> {

        private final CountDownLatch failed = new CountDownLatch(1);

        PatientSubscriber(TestEnvironment environment) {
            super(environment);
        }

        @Override
        public void onError(Throwable cause) {
            super.onError(cause);
            failed.countDown();
        }

        @Override
        public <E extends Throwable> E expectError(
                Class<E> expected, long timeoutMillis, long pollMillis, String message) throws Exception {
            failed.await(timeoutMillis, TimeUnit.MILLISECONDS);
            return super.expectError(expected, timeoutMillis, pollMillis, message);
        }
    }
}
