package dev.runnel.channel;

import static dev.runnel.Go.nilChan;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** All forms in which a value can be received or sent. Each gives what it came to, or throws. */
final class Forms {

    private static final Duration LONG = Duration.ofDays(1);

    private Forms() {}

    /**
     * A form of receiving; gives the value, or none for the end.
     *
     * @param waits whether it waits on that channel for as long as need be
     */
    record Receive(String name, boolean waits, Callable<Option<Integer>> op) {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A form of sending the value 2; gives whether it was sent.
     *
     * @param waits whether it waits on that channel for as long as need be
     */
    record Send(String name, boolean waits, Callable<Boolean> op) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Receive> receives(Chan<Integer> c) {
        return List.of(
                new Receive("recv", true, c::recv),
                new Receive("recvOrNull", true, () -> Option.of(c.recvOrNull())),
                new Receive("recvInterruptibly", true, c::recvInterruptibly),
                new Receive("recv, cancellable", true, () -> {
                    try (CancelContext ctx = Context.withCancel(Context.background())) {
                        return c.recv(ctx);
                    }
                }),
                new Receive("tryRecv", false, () -> c.tryRecv().toOption()),
                new Receive("timed tryRecv", true, () -> ended(c.tryRecv(LONG))),
                new Receive("timed tryRecv, no time", false, () -> ended(c.tryRecv(Duration.ZERO))),
                new Receive("range", true, () -> first(c)),
                new Receive("range until", true, () -> {
                    try (CancelContext ctx = Context.withCancel(Context.background())) {
                        return first(c.until(ctx));
                    }
                }),
                new Receive("stream", true, () -> Option.ofOptional(c.stream().findFirst())),
                new Receive("recvUpTo", true, () -> c.recvUpTo(1).headOption()),
                new Receive(
                        "recvUpToInterruptibly",
                        true,
                        () -> c.recvUpToInterruptibly(1).headOption()),
                new Receive("recvUpTo, cancellable", true, () -> {
                    try (CancelContext ctx = Context.withCancel(Context.background())) {
                        return c.recvUpTo(1, ctx).headOption();
                    }
                }),
                new Receive("select of up to", true, () -> {
                    List<Option<Integer>> got = new ArrayList<>();
                    Go.select()
                            .recvUpTo(c, 1, values -> got.add(values.headOption()))
                            .recv(Go.<Integer>chan(), () -> {})
                            .run();
                    return got.get(0);
                }),
                new Receive("select of one", true, () -> {
                    List<Option<Integer>> got = new ArrayList<>();
                    Go.select().recv(c, got::add).run();
                    return got.get(0);
                }),
                new Receive("select, value not wanted", true, () -> {
                    int before = c.len();
                    Go.select().recv(c, () -> {}).after(LONG, () -> {}).run();
                    return before == c.len() + 1 ? Option.some(1) : Option.none();
                }),
                new Receive(
                        "choice, otherwise",
                        false,
                        () -> Go.choose()
                                .recv(c, v -> v)
                                .otherwise(() -> {
                                    throw new AssertionError("ready");
                                })
                                .get()),
                new Receive(
                        "choice of two",
                        true,
                        () -> Go.choose()
                                .recv(c, v -> v)
                                .recv(Go.<Integer>chan(), v -> v)
                                .getInterruptibly()));
    }

    private static Option<Integer> ended(TryRecv<Integer> answer) {
        assertFalse(answer.isEmpty(), "a channel that has ended is ready");
        return answer.toOption();
    }

    private static Option<Integer> first(Iterable<Integer> values) {
        for (int value : values) {
            return Option.some(value);
        }
        return Option.none();
    }

    static List<Send> sends(Chan<Integer> c) {
        return List.of(
                new Send("send", true, () -> {
                    c.send(2);
                    return true;
                }),
                new Send("sendInterruptibly", true, () -> {
                    c.sendInterruptibly(2);
                    return true;
                }),
                new Send("send, cancellable", true, () -> {
                    try (CancelContext ctx = Context.withCancel(Context.background())) {
                        c.send(2, ctx);
                        return true;
                    }
                }),
                new Send("trySend", false, () -> c.trySend(2)),
                new Send("timed trySend", true, () -> c.trySend(2, LONG)),
                new Send("timed trySend, no time", false, () -> c.trySend(2, Duration.ZERO)),
                new Send("select of one", true, () -> {
                    Go.select().send(c, 2, () -> {}).run();
                    return true;
                }),
                new Send(
                        "choice, otherwise",
                        false,
                        () -> Go.choose()
                                .send(c, 2, () -> true)
                                .otherwise(() -> false)
                                .get()),
                new Send(
                        "choice of two",
                        true,
                        () -> Go.choose()
                                .sendFrom(c, () -> 2, () -> true)
                                .recv(nilChan(), () -> false)
                                .getInterruptibly()));
    }
}
