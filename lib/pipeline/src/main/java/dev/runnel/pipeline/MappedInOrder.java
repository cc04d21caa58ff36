package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import dev.runnel.select.Mapping;
import io.vavr.control.Option;

/**
 * A function of each element by several goroutines, in the order of the elements. The goroutine that has the turn
 * receives the next element. With the turn it gets the signal of the one that had the turn before, and it hands the
 * turn on with its own signal. So the signals are a chain in the order of the elements, and each goroutine sends its
 * result when the one before it has sent.
 *
 * @param turn holds the signal of the goroutine that received last; closed when there are no more elements
 */
record MappedInOrder<A, B>(Mapping<? super A, ? extends B> function, Chan<RecvChan<Void>> turn)
        implements Worker<A, B> {

    /** For one run. */
    static <A, B> Worker<A, B> of(Mapping<? super A, ? extends B> function) {
        Chan<RecvChan<Void>> turn = Go.chan(1);
        Chan<Void> nobodyBefore = Go.chan();
        nobodyBefore.close();
        turn.send(nobodyBefore);
        return new MappedInOrder<>(function, turn);
    }

    @Override
    public void run(Inlet<A> in, Outlet<B> out) throws Exception {
        Context context = in.context();
        for (Option<RecvChan<Void>> before = turn.recv(context); before.isDefined(); before = turn.recv(context)) {
            Option<A> element = in.recv();
            if (element.isEmpty()) {
                turn.close();
                return;
            }
            Chan<Void> sent = Go.chan();
            turn.send(sent, context);
            B result = Check.given(function.apply(element.get()), "mapPar: the function");
            before.get().recv(context);
            out.send(result);
            sent.close();
        }
    }
}
