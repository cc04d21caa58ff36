package dev.runnel.interop;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.SendChan;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.text.Safely;
import io.vavr.control.Option;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber whose values go into a channel; for code that wants a subscriber, such as the body handlers of the JDK's
 * HTTP client. If there is a publisher, use {@link Flows#subscribe}.
 *
 * <p>The signals of the publisher never wait: no more is asked for than there is room, so each value has a place in a
 * buffer. From there one goroutine, of the runtime of whoever made this, brings it to the reader, and asks for more.
 * While that goroutine waits for the publisher, no deadlock is reported. A publisher that sends more than was asked for
 * is cancelled, and the reader is told. Without a subscription the goroutine waits until the inflow is closed.
 *
 * @param <T> the type of the values
 */
public final class Intake<T> implements Flow.Subscriber<T> {

    /** Stands for a subscription when none is wanted any more. */
    private static final Flow.Subscription OVER = new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    private final int capacity;
    private final Channel<T> buffer;
    private final Channel<Void> subscribed = new Signal(Home.ofCaller(), "a subscription");
    private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();

    /** How many values were asked for and have not come; negative if too many have. */
    private final AtomicLong outstanding = new AtomicLong();

    /** Written before the buffer is closed. */
    private volatile @Nullable Throwable failure;

    private volatile boolean terminated;

    private final Inflow<T> inflow;

    /**
     * A subscriber that has not subscribed yet.
     *
     * @param context ends the subscription, not null
     * @param capacity how many values are asked for ahead of the reader; 1 or more
     * @throws IllegalArgumentException if the capacity is less than 1, or more than a channel can have
     */
    public Intake(Context context, int capacity) {
        if (capacity < 1 || capacity > Hchan.MOST) {
            throw new IllegalArgumentException(
                    "capacity: " + capacity + " is not allowed; allowed: 1 to " + Hchan.MOST);
        }
        this.capacity = capacity;
        buffer = new Channel<>(capacity);
        inflow = Inflow.start(Named.ofCaller("subscription"), context, 0, this::bring, this::unsubscribe);
    }

    /** Where the values arrive; always the same. */
    public Inflow<T> inflow() {
        return inflow;
    }

    // ---------------------------------------------------------------- by the publisher

    /** Called by the publisher. */
    @Override
    public void onSubscribe(Flow.Subscription fresh) {
        Objects.requireNonNull(fresh, "subscription");
        if (subscription.compareAndSet(null, fresh)) {
            subscribed.closeIfOpen();
        } else {
            fresh.cancel();
        }
    }

    /** Called by the publisher. Does not wait. */
    @Override
    public void onNext(T value) {
        Objects.requireNonNull(value, "value");
        if (buffer.isClosed()) {
            return; // after the end: nobody wants it
        }
        try {
            if (outstanding.decrementAndGet() < 0 || !buffer.trySend(value)) {
                failure = new IllegalStateException(
                        "the publisher sent more values than were asked for (Reactive Streams 1.1)");
                subscribed.closeIfOpen(); // none were asked for before
                buffer.closeIfOpen();
            }
        } catch (ChannelException.SendOnClosed e) {
            return; // just ended
        }
    }

    /** Called by the publisher. */
    @Override
    public void onError(Throwable why) {
        Objects.requireNonNull(why, "throwable");
        if (!buffer.isClosed()) { // else it has ended otherwise
            failure = why;
        }
        onComplete();
    }

    /** Called by the publisher. */
    @Override
    public void onComplete() {
        terminated = true;
        subscribed.closeIfOpen(); // for one that breaks the rules, and signals without a subscription
        buffer.closeIfOpen();
    }

    // ---------------------------------------------------------------- by the goroutine; it alone uses the subscription
    // (2.7)

    private void bring(SendChan<T> out, Context context) throws Exception {
        try {
            await(subscribed, context);
            Flow.Subscription from = subscription.get();
            if (from != null) {
                request(from, capacity);
                bring(from, out, context);
            }
        } finally {
            unsubscribe();
        }
        Throwable why = failure;
        if (why != null) {
            throw new PassedOn(why);
        }
    }

    /** At the end of the goroutine, or in its place if it never begins. */
    private void unsubscribe() {
        Flow.Subscription last = subscription.getAndSet(OVER);
        if (last != null && !terminated) {
            try {
                last.cancel();
            } catch (Throwable e) {
                if (Goexit.is(e)) {
                    throw e;
                }
                Safely.warn("a subscription could not be cancelled", e); // the failure of the inflow is what ended it
            }
        }
    }

    private void bring(Flow.Subscription from, SendChan<T> out, Context context) throws Exception {
        int batch = Math.max(1, capacity / 2);
        int brought = 0;
        for (Option<T> value = next(context); value.isDefined(); value = next(context)) {
            out.send(value.get(), context);
            if (++brought == batch) {
                brought = 0;
                request(from, batch);
            }
        }
    }

    private Option<T> next(Context context) throws CancelledException, InterruptedException {
        return buffer.len() == 0 ? await(buffer, context) : buffer.recv(context);
    }

    /** Waits for what the publisher signals, on whatever thread. */
    private static <V> Option<V> await(Channel<V> signalled, Context context)
            throws CancelledException, InterruptedException {
        Outside publisher = Outside.mayCome();
        try {
            return signalled.recv(context);
        } finally {
            publisher.stop();
        }
    }

    /** Counts the values first: they may come before this returns. */
    private void request(Flow.Subscription from, int n) {
        outstanding.addAndGet(n);
        from.request(n);
    }
}
