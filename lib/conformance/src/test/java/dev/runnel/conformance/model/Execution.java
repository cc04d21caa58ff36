package dev.runnel.conformance.model;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.conformance.model.History.Event;
import dev.runnel.runtime.channel.Glance;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** One run of a program: its channels, and what its participants have written down. */
final class Execution {

    private static final int POLLS_BEFORE_PAUSES = 100;
    private static final Duration PAUSE = Duration.ofNanos(20_000);

    private final Program program;
    private final List<Chan<Integer>> channels = new ArrayList<>();
    private final List<Participant> participants;
    private final AtomicInteger clock = new AtomicInteger();
    private final AtomicInteger present = new AtomicInteger();
    private final boolean together;
    private final ThreadLocal<List<Integer>> undelivered = ThreadLocal.withInitial(ArrayList::new);
    private volatile boolean over;

    /**
     * @param program what to run
     * @param together whether the participants wait for each other before they begin
     */
    Execution(Program program, boolean together) {
        this.program = program;
        this.together = together;
        program.channels().forEach(made -> channels.add(made.chan(this::handedOver)));
        participants = IntStream.range(0, program.participants().size())
                .mapToObj(Participant::new)
                .toList();
    }

    /** Takes a value that nobody will receive, within the operation that drops it. */
    private void handedOver(int value) {
        undelivered.get().add(value);
    }

    int size() {
        return participants.size();
    }

    /** What a participant does, on whatever thread. */
    void take(int part) throws InterruptedException {
        participants.get(part).run();
    }

    boolean isFinished() {
        return participants.stream().allMatch(p -> p.finished);
    }

    /**
     * Whether nothing can happen any more. All that have not finished were seen, one after the other, to wait for
     * others, and between the first and the last nothing was called, so nobody can have ended a wait that was seen
     * earlier.
     */
    boolean isQuiet() {
        int before = clock.get();
        List<Strand> waiting = new ArrayList<>();
        for (Chan<Integer> channel : channels) {
            Glance glance = Glance.at(channel);
            waiting.addAll(glance.receivers());
            waiting.addAll(glance.senders());
        }
        return participants.stream().allMatch(p -> p.finished || p.waitsForOthers(waiting)) && clock.get() == before;
    }

    /** What has happened; complete if it is quiet, or if only the caller runs. */
    History history(boolean quiet) {
        record Stamped(int time, Event event) {}
        List<Stamped> all = new ArrayList<>();
        for (Participant p : participants) {
            for (int i = 0; i < p.written.get(); i++) {
                all.add(new Stamped(p.times[i], p.events[i]));
            }
        }
        all.sort(Comparator.comparingInt(Stamped::time));
        return new History(
                program.channels(),
                participants.size(),
                all.stream().map(Stamped::event).toList(),
                quiet);
    }

    /** Lets those that wait go; what they do now is no part of a history taken before. */
    void release() {
        over = true;
        for (Chan<Integer> channel : channels) {
            try {
                channel.close();
            } catch (ChannelException.CloseOfClosed e) {
                // by the program
            }
        }
    }

    /** Goes through its operations and writes down when each is called, when it returns, and with what. */
    private final class Participant {

        private final int number;
        private final List<Op> ops;
        private final Event[] events;
        private final int[] times;
        private final AtomicInteger written = new AtomicInteger();
        private volatile Strand strand;
        private volatile boolean finished;

        Participant(int number) {
            this.number = number;
            ops = program.participants().get(number);
            events = new Event[2 * ops.size()];
            times = new int[2 * ops.size()];
        }

        void run() throws InterruptedException {
            strand = Scheduler.strand();
            present.incrementAndGet();
            awaitOthers();
            Performer performer = new Performer(channels, this::numberOf, undelivered.get());
            for (Op op : ops) {
                if (over) {
                    return;
                }
                if (op instanceof Op.Pause pause) {
                    performer.pause(pause);
                } else {
                    write(new Event(number, op, null));
                    write(new Event(number, op, performer.perform(op)));
                }
            }
            finished = true;
        }

        /** Does not yield for ever: a virtual thread that does so may keep others from being started. */
        private void awaitOthers() {
            for (int polls = 0; together && !over && present.get() < participants.size(); polls++) {
                if (polls < POLLS_BEFORE_PAUSES) {
                    Go.gosched();
                } else {
                    Go.sleep(PAUSE);
                }
            }
        }

        private void write(Event event) {
            int n = written.get();
            events[n] = event;
            times[n] = clock.getAndIncrement();
            written.set(n + 1);
        }

        boolean waitsForOthers(List<Strand> waiting) {
            int n = written.get();
            return n % 2 == 1 && !events[n - 1].op().needsNobody() && waiting.contains(strand);
        }

        private int numberOf(Strand other) {
            for (Participant p : participants) {
                if (p.strand == other) {
                    return p.number;
                }
            }
            throw new AssertionError("waits, and is no participant: " + other);
        }
    }
}
