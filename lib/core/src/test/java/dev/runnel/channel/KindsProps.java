package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.runtime.channel.RuntimeCheck;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** A channel of any kind, used by one thread, is compared with a list with two ends. */
class KindsProps {

    private enum Step {
        SEND,
        TIMED_SEND,
        SELECT_SEND,
        RECV,
        TIMED_RECV,
        SELECT_RECV,
        CLOSE,
        FAIL,
        CANCEL
    }

    private enum How {
        BOUNDED,
        UNBOUNDED,
        SLIDING,
        DROPPING
    }

    private static final Throwable CAUSE = new IllegalStateException("the cause");
    private static final Throwable UNWANTED = new IllegalStateException("not wanted");

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.frequency(
                        Tuple.of(8, Step.SEND),
                        Tuple.of(3, Step.TIMED_SEND),
                        Tuple.of(3, Step.SELECT_SEND),
                        Tuple.of(6, Step.RECV),
                        Tuple.of(2, Step.TIMED_RECV),
                        Tuple.of(2, Step.SELECT_RECV))
                .list()
                .ofMaxSize(90)
                .flatMap(before -> ends().map(after -> {
                    List<Step> all = new ArrayList<>(before);
                    all.addAll(after);
                    return all;
                }));
    }

    private static Arbitrary<List<Step>> ends() {
        return Arbitraries.of(Step.class).list().ofMaxSize(12);
    }

    @Provide
    Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(1, 40);
    }

    @Property(tries = 500)
    void eachKind_doesWhatItsModelDoes(@ForAll How how, @ForAll("sizes") int size, @ForAll("steps") List<Step> steps)
            throws Exception {
        Model model = new Model(how, size);
        for (Step step : steps) {
            switch (step) {
                case SEND, TIMED_SEND, SELECT_SEND -> model.send(step);
                case RECV, TIMED_RECV, SELECT_RECV -> model.receive(step);
                case CLOSE, FAIL -> model.close(step);
                case CANCEL -> model.cancel();
            }
            model.check();
        }
        model.channel.cancel();
        model.cancelModel();
        model.check();
        assertEquals(model.sent, model.delivered.size() + model.undelivered.size());
    }

    /** What is expected of the channel; kept beside it. */
    private static final class Model {
        private final How how;
        private final int size;
        private final Chan<Integer> channel;
        private final Deque<Integer> values = new ArrayDeque<>();
        private final List<Integer> delivered = new ArrayList<>();
        private final List<Integer> undelivered = new ArrayList<>();
        private final List<Integer> told = new ArrayList<>();
        private final List<Integer> crossed = new ArrayList<>();
        private final List<Integer> toldCrossed = new ArrayList<>();
        private int sent;
        private int next;
        private int most;
        private boolean above;
        private Step ended;
        private boolean closedToo;

        Model(How how, int size) {
            this.how = how;
            this.size = size;
            channel = chan(
                    switch (how) {
                        case BOUNDED -> Buffering.bounded(size - 1);
                        case UNBOUNDED -> Buffering.unbounded(size, toldCrossed::add);
                        case SLIDING -> Buffering.sliding(size);
                        case DROPPING -> Buffering.dropping(size);
                    },
                    told::add);
        }

        void send(Step step) throws Exception {
            int value = next++;
            if (ended != null) {
                var e = assertThrows(ChannelException.class, () -> perform(step, value));
                boolean cancelled = ended == Step.CANCEL;
                assertEquals(
                        cancelled ? ChannelException.SendOnCancelled.class : ChannelException.SendOnClosed.class,
                        e.getClass());
                assertEquals(cancelled ? UNWANTED : ended == Step.FAIL ? CAUSE : null, e.getCause());
                return;
            }
            boolean expected = take(value);
            assertEquals(expected, perform(step, value));
        }

        private boolean take(int value) {
            if (how == How.BOUNDED && values.size() == size - 1) {
                return false;
            }
            sent++;
            if (how == How.DROPPING && values.size() == size) {
                undelivered.add(value);
                return true;
            }
            if (how == How.SLIDING && values.size() == size) {
                undelivered.add(values.removeFirst());
            }
            values.addLast(value);
            most = Math.max(most, values.size());
            if (how == How.UNBOUNDED && !above && values.size() == size + 1) {
                above = true;
                crossed.add(size + 1);
            }
            return true;
        }

        private boolean perform(Step step, int value) throws InterruptedException {
            return switch (step) {
                case SEND -> channel.trySend(value);
                case TIMED_SEND -> channel.trySend(value, Duration.ofNanos(1));
                default ->
                    Go.choose()
                            .send(channel, value, () -> true)
                            .otherwise(() -> false)
                            .get();
            };
        }

        void receive(Step step) throws Exception {
            if (values.isEmpty() && ended == Step.FAIL) {
                assertEquals(
                        CAUSE,
                        assertThrows(ChannelException.ClosedWithCause.class, () -> perform(step))
                                .getCause());
                return;
            }
            TryRecv<Integer> answer = perform(step);
            if (values.isEmpty()) {
                assertEquals(ended == null ? new TryRecv.Empty<>() : new TryRecv.Closed<>(), answer);
                return;
            }
            int value = values.removeFirst();
            delivered.add(value);
            above = above && values.size() > size / 2;
            assertEquals(new TryRecv.Value<>(value), answer);
        }

        private TryRecv<Integer> perform(Step step) throws InterruptedException {
            return switch (step) {
                case RECV -> channel.tryRecv();
                case TIMED_RECV -> channel.tryRecv(Duration.ofNanos(1));
                default ->
                    Go.choose()
                            .recv(
                                    channel,
                                    v -> v.isEmpty() ? new TryRecv.Closed<Integer>() : new TryRecv.Value<>(v.get()))
                            .otherwise(TryRecv.Empty::new)
                            .get();
            };
        }

        void close(Step step) {
            Runnable close = step == Step.FAIL ? () -> channel.close(CAUSE) : channel::close;
            if (ended == null) {
                ended = step;
                close.run();
            } else if (ended == Step.CANCEL && !closedToo) {
                closedToo = true;
                close.run();
            } else {
                assertThrows(ChannelException.CloseOfClosed.class, close::run);
            }
        }

        void cancel() {
            channel.cancel(UNWANTED);
            cancelModel();
        }

        void cancelModel() {
            ended = ended == null ? Step.CANCEL : ended;
            undelivered.addAll(values);
            values.clear();
        }

        void check() {
            RuntimeCheck.channels(channel);
            assertEquals(values.size(), channel.len());
            assertEquals(undelivered, told);
            assertEquals(crossed, toldCrossed);
            ChanStats stats = channel.stats().get();
            long[] counts = {stats.sends(), stats.receives(), stats.drops(), stats.crossings(), stats.mostLen()};
            assertEquals(
                    List.of(sent, delivered.size(), undelivered.size(), crossed.size(), most),
                    java.util.Arrays.stream(counts).mapToObj(Math::toIntExact).toList());
            assertTrue(channel.closeCause().isEmpty() || ended == Step.FAIL || ended == Step.CANCEL);
        }
    }
}
