package dev.runnel.sample.squares;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import io.vavr.collection.List;

/** The stages. Each is a function that starts a goroutine and returns the channel that it sends on. */
final class Stages {

    private final RecvChan<Void> done;

    /** @param done closed when nobody wants any more; all stages end then */
    Stages(RecvChan<Void> done) {
        this.done = done;
    }

    /** The numbers from 1 to {@code last}. */
    RecvChan<Long> numbers(int last) {
        Chan<Long> numbers = chan();
        go("numbers", () -> {
            boolean wanted = true;
            for (long n = 1; n <= last && wanted; n++) {
                wanted = offer(numbers, n);
            }
            numbers.close();
        });
        return numbers;
    }

    /** Their squares. If several such stages have the same numbers, each gets some of them. */
    RecvChan<Long> square(RecvChan<Long> numbers) {
        Chan<Long> squares = chan();
        go("square", () -> {
            for (long n : numbers) {
                if (!offer(squares, n * n)) {
                    break;
                }
            }
            squares.close();
        });
        return squares;
    }

    /** What all the sources give, in any order. */
    <T> RecvChan<T> merge(List<RecvChan<T>> sources) {
        Chan<T> merged = chan();
        List<GoHandle> forwarders = sources.map(source -> go("merge", () -> {
            for (T value : source) {
                if (!offer(merged, value)) {
                    break;
                }
            }
        }));
        go("closer", () -> {
            forwarders.forEach(GoHandle::join);
            merged.close();
        });
        return merged;
    }

    /** Sends, unless {@code done} is closed first; tells whether it has sent. */
    private <T> boolean offer(SendChan<T> out, T value) {
        return choose().send(out, value, () -> true).recv(done, () -> false).get();
    }
}
