package dev.runnel.sample.fanin;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.sample.Ran;
import io.vavr.collection.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FanInTest {

    @Test
    void values_allArriveEachSourceInItsOrder() {
        List<String> words = merged(List.of("a", "b", "c"), 50);

        assertEquals(150, words.length());
        for (String source : List.of("a", "b", "c")) {
            assertEquals(
                    List.range(0, 50).map(number -> source + number), words.filter(word -> word.startsWith(source)));
        }
    }

    @Test
    void noSources_endAtOnce() {
        assertEquals(List.empty(), merged(List.empty(), 5));
    }

    private static List<String> merged(List<String> sources, int values) {
        AtomicReference<List<String>> words = new AtomicReference<>();
        Go.run(() -> words.set(List.ofAll(FanIn.merge(sources.map(source -> source(source, values))))));
        return words.get();
    }

    private static RecvChan<String> source(String name, int values) {
        Chan<String> words = chan();
        go(() -> {
            for (int i = 0; i < values; i++) {
                words.send(name + i);
            }
            words.close();
        });
        return words;
    }

    @Test
    void program_printsTheNumberOfValues() {
        Ran ran = Ran.program("fanin", "5", "200");

        assertTrue(ran.out().startsWith("1000 values of 5 sources, each in its order, "), ran.out());
        assertEquals(0, ran.status());
    }
}
