package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.interop.Probe.Complete;
import dev.runnel.interop.Probe.Next;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** From channel to publisher to channel, under schedules of every kind: the order is kept and nothing is lost. */
class FlowProps {

    @Property(tries = 100)
    void roundTrip_keepsAllInOrder(
            @ForAll @Size(max = 20) List<Integer> values,
            @ForAll @IntRange(min = 1, max = 5) int room,
            @ForAll boolean perSubscriber,
            @ForAll Schedule schedule) {
        schedule.run(() -> {
            Flow.Publisher<Integer> publisher = perSubscriber
                    ? Flows.publisher(Iterators.feed(values))
                    : Flows.publisher(Inflow.ofAll(values).channel());
            Inflow<Integer> inflow = Flows.subscribe(publisher, room);
            List<Integer> received = new ArrayList<>();
            inflow.forEach(received::add);
            assertEquals(values, received);
            assertTrue(inflow.failure().isEmpty());
        });
    }

    @Property(tries = 100)
    void demand_isKeptTo(
            @ForAll @Size(max = 10) List<@IntRange(min = 1, max = 4) Integer> demands, @ForAll Schedule schedule) {
        schedule.run(() -> {
            Probe<Long> probe = new Probe<>(0);
            Flows.publisher(Tck.counting(12)).subscribe(probe);
            long asked = 0;
            for (int demand : demands) {
                probe.request(demand);
                asked += demand;
                Bubble.await();
                assertEquals(
                        asked < 12 ? asked : 13, probe.signals.len(), "12 values, and the end without being asked for");
            }
            for (long n = 0; n < Math.min(asked, 12); n++) {
                assertEquals(new Next(n), probe.signal());
            }
            if (asked >= 12) {
                assertEquals(new Complete(), probe.signal());
            }
            probe.cancel();
        });
    }

    @Property(tries = 100)
    void cancel_losesNothing(
            @ForAll @IntRange(min = 0, max = 6) int cancelAfter,
            @ForAll @IntRange(min = 1, max = 8) int demand,
            @ForAll Schedule schedule) {
        schedule.run(() -> {
            List<Long> all = new ArrayList<>();
            Chan<Long> values = chan(8);
            for (long n = 0; n < 8; n++) {
                values.send(n);
                all.add(n);
            }
            values.close();
            Probe<Long> probe = new Probe<>(demand);
            Flows.publisher(values).subscribe(probe);
            for (int i = 0; i < Math.min(cancelAfter, demand); i++) {
                probe.signal();
            }
            probe.cancel();
            Bubble.await(); // until the goroutine has ended
            List<Long> seen = new ArrayList<>(all.subList(0, Math.min(cancelAfter, demand)));
            while (probe.signals.len() > 0) {
                if (probe.signal() instanceof Next next) {
                    seen.add((Long) next.value());
                }
            }
            values.forEach(seen::add);
            assertEquals(all, seen);
        });
    }

    @Property(tries = 100)
    void readerThatCloses_leavesNoGoroutine(
            @ForAll @IntRange(min = 0, max = 6) int read,
            @ForAll @IntRange(min = 1, max = 4) int room,
            @ForAll Schedule schedule) {
        schedule.run(() -> {
            Inflow<Long> inflow = Flows.subscribe(Flows.publisher(Tck.counting(Long.MAX_VALUE)), room);
            for (long n = 0; n < read; n++) {
                assertEquals(n, inflow.channel().recv().get());
            }
            inflow.close();
            Bubble.await();
            assertTrue(inflow.done().tryRecv().isClosed());
            assertEquals(1, Go.numGoroutine(), Go::dump);
        });
    }
}
