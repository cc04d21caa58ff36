package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.scheduler.Body;
import dev.runnel.stress.Tally.Kind;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.SplittableRandom;

/** Does one thing after the other, at random; on a goroutine or on any other thread. */
final class Worker {

    final int number;
    final Round round;
    final SplittableRandom random;
    final Target target = new Target();

    private final Selects selects;
    private final Errands errands;
    private long parcels;
    private volatile long steps;

    /** Whether it is a goroutine of a runtime that may be closed at any time. */
    final boolean guest;

    Worker(int number, boolean guest, Round round, SplittableRandom random) {
        this.guest = guest;
        this.number = number;
        this.round = round;
        this.random = random;
        this.selects = new Selects(this);
        this.errands = new Errands(this);
    }

    void run() {
        while (!round.isOver()) {
            step();
            steps++; // by one thread at a time
        }
    }

    long steps() {
        return steps;
    }

    private void step() {
        int dice = random.nextInt(1000);
        if (dice < 640) {
            communicate(dice % 8);
        } else if (dice < 920) {
            selects.run();
        } else {
            errands.run();
        }
    }

    // ---------------------------------------------------------------- one channel

    private void communicate(int form) {
        Line line = round.lines.enter(random);
        try {
            switch (form) {
                case 0 -> send(line, Kind.SEND, this::sendPlain);
                case 1 -> receive(line, Kind.RECV, this::receivePlain);
                case 2 -> send(line, Kind.TRY_SEND, (l, p) -> l.channel.trySend(p) || refused(Kind.REFUSALS));
                case 3 -> receive(line, Kind.TRY_RECV, l -> answer(l, l.channel.tryRecv(), Kind.REFUSALS));
                case 4 ->
                    send(line, Kind.TIMED_SEND, (l, p) -> l.channel.trySend(p, timer()) || refused(Kind.TIMEOUTS));
                case 5 -> receive(line, Kind.TIMED_RECV, l -> answer(l, l.channel.tryRecv(timer()), Kind.TIMEOUTS));
                case 6 ->
                    send(line, Kind.INTERRUPTIBLE_SEND, (l, p) -> {
                        l.channel.sendInterruptibly(p);
                        return true;
                    });
                default -> receive(line, Kind.INTERRUPTIBLE_RECV, l -> take(l, l.channel.recvInterruptibly()));
            }
        } finally {
            line.leave();
        }
    }

    private boolean sendPlain(Line line, Parcel parcel) {
        line.channel.send(parcel);
        return true;
    }

    private void receivePlain(Line line) {
        Parcel parcel = line.channel.recvOrNull();
        if (parcel == null) {
            count(Kind.CLOSED);
        } else {
            line.take(number, parcel);
        }
    }

    private interface Send {
        boolean by(Line line, Parcel parcel) throws InterruptedException;
    }

    private interface Receive {
        void by(Line line) throws InterruptedException;
    }

    private void send(Line line, Kind kind, Send how) {
        Parcel parcel = newParcel();
        boolean[] sent = {false};
        try {
            exposed(() -> sent[0] = how.by(line, parcel));
        } catch (ChannelException.SendOnClosed e) {
            count(Kind.CLOSED);
        } finally {
            line.settle(parcel, sent[0]); // also if it is unwound
        }
        count(kind);
    }

    private void receive(Line line, Kind kind, Receive how) {
        exposed(() -> how.by(line));
        count(kind);
    }

    private void answer(Line line, TryRecv<Parcel> answer, Kind ifEmpty) {
        switch (answer) {
            case TryRecv.Value<Parcel>(Parcel parcel) -> line.take(number, parcel);
            case TryRecv.Closed<Parcel>() -> count(Kind.CLOSED);
            case TryRecv.Empty<Parcel>() -> count(ifEmpty);
        }
    }

    private boolean refused(Kind why) {
        count(why);
        return false;
    }

    // ---------------------------------------------------------------- for all operations

    void take(Line line, Option<Parcel> received) {
        if (received.isEmpty()) {
            count(Kind.CLOSED);
        } else {
            line.take(number, received.get());
        }
    }

    Parcel newParcel() {
        return new Parcel(number, ++parcels);
    }

    /** May be interrupted meanwhile; operations that are not interruptible must not notice. */
    void exposed(Target.Task task) {
        if (target.expose(task)) {
            count(Kind.INTERRUPTED);
        }
    }

    /** A short time, for a timer. */
    Duration timer() {
        count(Kind.TIMERS);
        return Duration.ofNanos(1 + random.nextInt(200_000));
    }

    void count(Kind kind) {
        round.tally.count(kind);
    }

    /** Starts a goroutine: beside the caller if that is a goroutine, else on the runtime of the round. */
    GoHandle go(Body body) {
        count(Kind.GOROUTINES);
        return Go.current().isEmpty() ? round.runtime.go(body) : Go.go(body);
    }
}
