package dev.runnel.observe.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's data layer: what it makes of traces, asked in the page itself. */
class DataInBrowser {

    @TempDir
    private static Path folder;

    private static Chromium browser;

    @BeforeAll
    static void start() throws IOException {
        browser = Pages.browser(folder);
    }

    @AfterAll
    static void stop() {
        browser.close();
    }

    @Test
    void replay_hasTheSpansOfEachGoroutine() throws IOException {
        Pages.open(browser, Examples.two(), folder.resolve("two.html"));
        assertEquals(
                "1 runnable 1000-1900; 1 running 1900-3000 P0; 2 runnable 2500-3500; 1 waiting 3000-4200; 2 running 3500-4300 P1; "
                        + "1 runnable 4200-4400; 2 waiting 4300-61000; 1 running 4400-5000 P1; 1 outside 5000-60001; 1 running 60001-60900 P1",
                spans());
        assertEquals(
                "[[1200,4000],[2600,5100,60000,60950]]", browser.text("JSON.stringify(timeline.model.replay.awake)"));
    }

    @Test
    void counters_followTheStates() throws IOException {
        Pages.open(browser, Examples.two(), folder.resolve("two.html"));
        String at = "timeline.model.counters.map(c => c.at(timeline.model.trace, %d)).join(' ')";
        assertEquals("0 0 0", browser.text(at.formatted(999)));
        assertEquals("1 0 0", browser.text(at.formatted(1000)));
        assertEquals("1 1 0", browser.text(at.formatted(3200)));
        assertEquals("0 1 1", browser.text(at.formatted(30_000)));
        assertEquals("0 1 0", browser.text(at.formatted(61_000)));
    }

    @Test
    void facts_sayWhoWokeWhom() throws IOException {
        Pages.open(browser, Examples.two(), folder.resolve("two.html"));
        assertEquals(
                "goroutine 2",
                browser.text("timeline.model.title(timeline.model.spans.g[doerSlice(timeline.model, 9)])"));
        assertEquals("chan receive Chan#17", browser.text("stateWords(timeline.model, 3)"));
        assertEquals("sleep", browser.text("stateWords(timeline.model, 6)"));
        assertEquals("sleep:1", browser.text("atTheEnd(timeline.model).map(g => g.why + ':' + g.members.length)"));
        assertEquals(
                "2599 1100 1200 55001",
                browser.text(
                        "(t => [RUNNING, RUNNABLE, WAITING, OUTSIDE].map(s => t[s]).join(' '))(totals(timeline.model, 0).time)"));
    }

    @Test
    void rest_tellsWhatWasBefore() throws IOException {
        Pages.open(browser, Examples.rest(), folder.resolve("rest.html"));
        assertEquals(
                "5 waiting 5000-5000; 5 runnable 5000-6000; 5 running 6000-9000 P1; 1 running 5000-7000 P0; 1 waiting 7000-9000; "
                        + "9 outside 5000-8000; 9 running 8000-9000 P0",
                spans());
        assertEquals("0 1 1", browser.text("timeline.model.counters.map(c => c.before).join(' ')"));
        assertEquals("lock 3", browser.text("waitedOn(timeline.model.trace, 2)"));
    }

    @Test
    void pyramids_keepTimeAndOrder() throws IOException {
        Pages.open(browser, Simulation.of(4, 300, 60_000, 3), folder.resolve("pyramid.html"));
        assertEquals("", browser.text("""
                        (() => {
                          const wrong = [];
                          for (const pyramid of [...timeline.model.running, ...timeline.model.awake, timeline.model.lane(0)]) {
                            const total = level => { let sum = 0, count = 0; for (let i = 0; i < level.size; i++) { sum += level.busy[i]; count += level.count[i]; } return [sum, count]; };
                            const [sum, count] = total(pyramid.levels[0]);
                            pyramid.levels.forEach((level, depth) => {
                              const [s, c] = total(level);
                              if (s !== sum || c !== count) wrong.push('level ' + depth + ' has ' + s + ', not ' + sum);
                              for (let i = 0; i < level.size; i++) {
                                if (i > 0 && level.start[i] < level.end[i - 1]) wrong.push('overlap at ' + i);
                                if (level.count[i] > 1 && level.end[i] - level.start[i] > level.quantum) wrong.push('too long ' + i);
                                if (depth > 0 && i > 0 && level.end[i] - level.start[i - 1] <= level.quantum) wrong.push('too many ' + i);
                              }
                            });
                          }
                          if (timeline.model.running[0].levels.length < 3) wrong.push('no pyramid');
                          return wrong.slice(0, 5).join('; ');
                        })()
                        """));
    }

    @Test
    void extremes_areThoseOfTheRange() throws IOException {
        Pages.open(browser, Simulation.of(3, 100, 20_000, 4), folder.resolve("extremes.html"));
        assertEquals("", browser.text("""
                        (() => {
                          const {values, extremes} = timeline.model.counters[0], n = values.length;
                          for (let k = 1; k < 2000; k++) {
                            const from = (k * 7919) % n, to = Math.min(n, from + 1 + (k * k) % 3000);
                            let least = Infinity, most = -Infinity;
                            for (let i = from; i < to; i++) { least = Math.min(least, values[i]); most = Math.max(most, values[i]); }
                            const [l, m] = extremes.of(from, to);
                            if (l !== least || m !== most) return [from, to, l, m, least, most].join();
                          }
                          return '';
                        })()
                        """));
    }

    @Test
    void longNumbers_areExact() throws IOException {
        Pages.open(browser, Examples.two(), folder.resolve("two.html"));
        Varints numbers = new Varints();
        numbers.signed((1L << 53) - 1);
        numbers.signed(-(1L << 53) + 1);
        numbers.unsigned((1L << 53) - 1);
        StringBuilder bytes = new StringBuilder();
        for (byte b : numbers.bytes()) {
            bytes.append(b & 0xFF).append(',');
        }
        assertEquals(
                "9007199254740991 -9007199254740991 9007199254740991",
                browser.text("(b => [b.signed(), b.signed(), b.unsigned()].join(' '))(new Bytes(new Uint8Array([%s])))"
                        .formatted(bytes)));
    }

    private static String spans() {
        return browser.text("""
                (({spans, trace}) => Array.from({length: spans.size}, (_, s) =>
                  trace.id[spans.g[s]] + ' ' + STATES[spans.state[s]] + ' ' + spans.start[s] + '-' + spans.end[s] + (spans.p[s] < 0 ? '' : ' P' + spans.p[s])
                ).join('; '))(timeline.model)
                """);
    }
}
