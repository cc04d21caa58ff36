package dev.runnel.conformance.litmus;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.conformance.litmus.Call.Clause;
import dev.runnel.conformance.litmus.Call.Port;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.select.Select;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Locker;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One run of a program with the library. */
final class Performer {

    private final Litmus litmus;
    private final List<Chan<Integer>> channels;
    private final CancelContext context = Context.withCancel(Context.background());
    private final Mutex mutex = new Mutex();
    private final Cond condition = new Cond(mutex);
    private final RWMutex rw = new RWMutex();
    private final WaitGroup group = new WaitGroup();
    private final Once once = new Once();
    private final List<StringBuilder> said;

    Performer(Litmus litmus) {
        this.litmus = litmus;
        channels = litmus.capacities().stream()
                .<Chan<Integer>>map(capacity -> Go.chan(capacity))
                .toList();
        group.add(litmus.counted());
        said = Stream.generate(StringBuilder::new)
                .limit(litmus.goroutines().size())
                .toList();
    }

    int size() {
        return said.size();
    }

    /** What has been said; complete when nobody runs. */
    String outcome() {
        return said.stream().map(StringBuilder::toString).collect(Collectors.joining("|"));
    }

    /** What one goroutine does. */
    void perform(int goroutine) {
        perform(litmus.goroutines().get(goroutine), said.get(goroutine));
    }

    private void perform(List<Call> calls, StringBuilder out) {
        for (Call call : calls) {
            switch (call) {
                case Call.Single(Clause clause, boolean tries) -> {
                    if (clause.port() == Port.DONE) {
                        choose(List.of(clause), tries, false, out);
                    } else {
                        communicate(clause, tries, out);
                    }
                }
                case Call.Select(List<Clause> clauses, boolean tries) -> choose(clauses, tries, true, out);
                case Call.Plain plain -> perform(plain, out);
                case Call.Framed framed -> perform(framed, out);
            }
        }
    }

    private static void say(StringBuilder out, String what) {
        out.append(what).append(' ');
    }

    private void communicate(Clause clause, boolean tries, StringBuilder out) {
        Chan<Integer> c = channels.get(clause.which());
        try {
            if (clause.port() == Port.RECV) {
                say(
                        out,
                        tries
                                ? switch (c.tryRecv()) {
                                    case TryRecv.Value<Integer>(Integer value) -> value.toString();
                                    case TryRecv.Closed<Integer>() -> Machine.CLOSED;
                                    case TryRecv.Empty<Integer>() -> Machine.REFUSED;
                                }
                                : received(c.recv()));
            } else if (tries) {
                say(out, c.trySend(clause.value()) ? Machine.SENT : Machine.REFUSED);
            } else {
                c.send(clause.value());
                say(out, Machine.SENT);
            }
        } catch (ChannelException.SendOnClosed e) {
            say(out, Machine.PANIC);
        }
    }

    private static String received(Option<?> value) {
        return value.fold(() -> Machine.CLOSED, Object::toString);
    }

    private void choose(List<Clause> clauses, boolean tries, boolean numbered, StringBuilder out) {
        Select select = Go.select();
        IntStream.range(0, clauses.size()).forEach(i -> {
            Clause clause = clauses.get(i);
            String prefix = numbered ? i + "=" : "";
            switch (clause.port()) {
                case SEND ->
                    select.send(channels.get(clause.which()), clause.value(), () -> say(out, prefix + Machine.SENT));
                case RECV -> select.recv(channels.get(clause.which()), value -> say(out, prefix + received(value)));
                case DONE -> select.recv(context.done(), () -> say(out, prefix + Machine.CLOSED));
            }
        });
        if (tries) {
            select.otherwise(() -> say(out, Machine.REFUSED));
        }
        try {
            select.run();
        } catch (ChannelException.SendOnClosed e) {
            say(out, Machine.PANIC);
        }
    }

    private void perform(Call.Plain plain, StringBuilder out) {
        switch (plain.what()) {
            case CLOSE -> {
                try {
                    channels.get(plain.which()).close();
                } catch (ChannelException.CloseOfClosed e) {
                    say(out, Machine.PANIC);
                    return;
                }
            }
            case CANCEL -> context.cancel();
            case ERR -> {
                say(out, context.err().isDefined() ? Machine.ENDED : Machine.NOT_YET);
                return;
            }
            case WAIT_GROUP_DONE -> group.done();
            case WAIT_GROUP_WAIT -> group.await();
            case COND_WAIT -> {
                mutex.lock();
                say(out, Machine.LOCKED);
                condition.await();
                say(out, Machine.DONE);
                mutex.unlock();
                return;
            }
            case COND_SIGNAL -> condition.signal();
            case COND_BROADCAST -> condition.broadcast();
        }
        say(out, Machine.DONE);
    }

    private void perform(Call.Framed framed, StringBuilder out) {
        switch (framed.frame()) {
            case LOCKED -> locked(mutex, mutex::tryLock, framed, out);
            case WRITE_LOCKED -> locked(rw, rw::tryLock, framed, out);
            case READ_LOCKED -> locked(rw.readLocker(), rw::tryReadLock, framed, out);
            case ONCE -> {
                boolean[] first = {false};
                once.run(() -> {
                    first[0] = true;
                    say(out, Machine.FIRST);
                    perform(framed.body(), out);
                });
                if (!first[0]) {
                    say(out, Machine.NOT_YET);
                }
            }
        }
    }

    private void locked(Locker locker, BooleanSupplier tryLock, Call.Framed framed, StringBuilder out) {
        if (!framed.tries()) {
            locker.lock();
        } else if (!tryLock.getAsBoolean()) {
            say(out, Machine.REFUSED);
            return;
        }
        say(out, Machine.LOCKED);
        perform(framed.body(), out);
        locker.unlock();
    }
}
