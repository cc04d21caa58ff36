package dev.runnel.conformance.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.channel.Buffering;
import dev.runnel.channel.Chan;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Values over a channel: what was sent is received once, or is still in the buffer; nothing else is received. */
final class Exchange {

    private final Program program;
    private final Chan<Integer> c;
    private final ConcurrentLinkedQueue<Integer> sent = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Integer> received = new ConcurrentLinkedQueue<>();
    private int last;

    private Exchange(Program program) {
        this.program = program;
        int capacity = program.random.nextInt(3);
        c = program.random.nextInt(4) == 0 ? Go.chan(new Buffering.Bounded(capacity)) : Go.chan(capacity);
    }

    /** Senders of one form, and receivers of any. */
    static void sending(Sending form, Random random, boolean interrupts) {
        Exchange exchange = new Exchange(new Program(random, interrupts));
        exchange.senders(1 + random.nextInt(3), form);
        exchange.receivers(exchange.program.some(), null);
        exchange.play();
    }

    /** Receivers of one form, and senders of any. */
    static void receiving(Receiving form, Random random, boolean interrupts) {
        Exchange exchange = new Exchange(new Program(random, interrupts));
        exchange.receivers(1 + random.nextInt(3), form);
        exchange.senders(exchange.program.some(), null);
        exchange.play();
    }

    private void senders(int number, Sending form) {
        for (int i = 0; i < number; i++) {
            int value = ++last;
            Ends ends = Ends.of(program.context, program.random);
            Sending how = form == null ? any(Sending.values()) : form;
            program.party(() -> {
                if (how.send(c, value, ends)) {
                    sent.add(value);
                }
            });
        }
    }

    private void receivers(int number, Receiving form) {
        for (int i = 0; i < number; i++) {
            Ends ends = Ends.of(program.context, program.random);
            Receiving how = form == null ? any(Receiving.values()) : form;
            program.party(() -> how.receive(c, ends, received::add));
        }
    }

    private <F> F any(F[] forms) {
        return forms[program.random.nextInt(forms.length)];
    }

    private void play() {
        program.play(c::close);
        for (Option<Integer> left = c.recv(); left.isDefined(); left = c.recv()) {
            received.add(left.get());
        }
        assertEquals(sorted(sent), sorted(received), "received");
    }

    private static List<Integer> sorted(Iterable<Integer> values) {
        List<Integer> sorted = new ArrayList<>();
        values.forEach(sorted::add);
        sorted.sort(null);
        return sorted;
    }
}
