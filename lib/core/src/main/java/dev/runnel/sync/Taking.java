package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.select.Event;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An object of this package as a clause of a select takes it.
 *
 * @param of the object
 * @param take its form that does not wait
 */
record Taking<P extends Primitive>(P of, Predicate<? super P> take) implements Event<P> {

    @Override
    public @Nullable P poll() {
        return take.test(of) ? of : null;
    }

    @Override
    public Cancellation.Stop onReady(Runnable wake) {
        return of.waiters().add(Objects.requireNonNull(wake, "wake"));
    }

    @Override
    public boolean isDurable() {
        Waiters waiters = of.waiters();
        waiters.lock();
        boolean durable = of.isOf(Home.ofCaller());
        waiters.unlock();
        return durable;
    }

    @Override
    public String toString() {
        return of.toString();
    }
}
