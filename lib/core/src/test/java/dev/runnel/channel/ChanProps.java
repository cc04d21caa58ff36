package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for any mix of parties at one channel: C10 to C35, C47. */
class ChanProps {

    /** Nothing is lost or doubled, and each receiver sees the values of each sender in their order. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void anyMix_closedAtTheEnd_eachValueOnceAndInOrder(
            @ForAll Kind kind,
            @ForAll @IntRange(max = 4) int capacity,
            @ForAll @Size(min = 1, max = 4) List<Style> senderStyles,
            @ForAll @Size(min = 1, max = 4) List<Style> receiverStyles,
            @ForAll @IntRange(min = 1, max = 120) int each) {
        List<List<Item>> got = new ArrayList<>();
        kind.run(crew -> {
            Chan<Item> c = chan(capacity);
            List<Member> all = new ArrayList<>();
            AtomicInteger sending = new AtomicInteger(senderStyles.size());
            for (int s = 0; s < senderStyles.size(); s++) {
                int me = s;
                Style style = senderStyles.get(s);
                all.add(crew.go(() -> {
                    for (int i = 0; i < each; i++) {
                        style.send(c, new Item(me, i));
                    }
                    if (sending.decrementAndGet() == 0) {
                        c.close();
                    }
                }));
            }
            for (Style style : receiverStyles) {
                List<Item> mine = new ArrayList<>();
                got.add(mine);
                all.add(crew.go(() -> {
                    for (Item item = style.receive(c); item != null; item = style.receive(c)) {
                        mine.add(item);
                    }
                }));
            }
            all.forEach(Member::join);
            assertEquals(0, senders(c) + receivers(c) + c.len());
        });
        Item.checkAll(got, senderStyles.size(), each);
    }

    /**
     * Closed at any moment: what a sender knows to be sent is received; what failed, and anything after that, is not.
     */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void anyMix_closedAtAnyMoment_sentIsReceived(
            @ForAll Kind kind,
            @ForAll @IntRange(max = 4) int capacity,
            @ForAll @Size(min = 1, max = 4) List<Style> senderStyles,
            @ForAll @Size(min = 1, max = 3) List<Style> receiverStyles,
            @ForAll @IntRange(max = 200) int closeAfter) {
        kind.run(crew -> {
            Chan<Item> c = chan(capacity);
            int n = senderStyles.size();
            int[] sent = new int[n];
            AtomicInteger[] received = new AtomicInteger[n];
            AtomicInteger total = new AtomicInteger();
            List<Member> all = new ArrayList<>();
            for (int s = 0; s < n; s++) {
                int me = s;
                received[s] = new AtomicInteger();
                Style style = senderStyles.get(s);
                all.add(crew.go(() -> {
                    try {
                        for (; ; ) {
                            style.send(c, new Item(me, sent[me]));
                            sent[me]++;
                            crew.poll();
                        }
                    } catch (ChannelException.SendOnClosed e) {
                        // the end
                    }
                }));
            }
            for (Style style : receiverStyles) {
                all.add(crew.go(() -> {
                    for (Item item = style.receive(c); item != null; item = style.receive(c)) {
                        received[item.sender()].incrementAndGet();
                        total.incrementAndGet();
                    }
                }));
            }
            Await.until(() -> total.get() >= closeAfter);
            c.close();
            all.forEach(Member::join);
            for (int s = 0; s < n; s++) {
                assertEquals(sent[s], received[s].get());
            }
            assertEquals(0, senders(c) + receivers(c) + c.len());
        });
    }

    /** C47: a buffered channel is a counting semaphore. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void bufferedChannel_isASemaphore(
            @ForAll Kind kind,
            @ForAll @IntRange(min = 1, max = 4) int permits,
            @ForAll @IntRange(min = 1, max = 8) int workers) {
        kind.run(crew -> {
            Chan<Integer> semaphore = chan(permits);
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            List<Member> all = new ArrayList<>();
            for (int w = 0; w < workers; w++) {
                all.add(crew.go(() -> {
                    for (int i = 0; i < 50; i++) {
                        semaphore.send(0);
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        if (i % 5 == 0) {
                            Go.gosched();
                        }
                        inside.decrementAndGet();
                        semaphore.recv();
                    }
                }));
            }
            all.forEach(Member::join);
            assertTrue(most.get() <= permits, most + " inside");
            assertEquals(0, semaphore.len());
        });
    }
}
