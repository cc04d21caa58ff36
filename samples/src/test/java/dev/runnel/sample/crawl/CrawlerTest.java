package dev.runnel.sample.crawl;

import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.Interleavings;
import io.vavr.collection.HashMap;
import io.vavr.collection.List;
import io.vavr.collection.Map;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CrawlerTest {

    /** With a circle, a page that links to itself, one that is linked to twice, and a link that leads nowhere. */
    private static final Map<String, List<String>> SITE = HashMap.of(
            "start", List.of("a", "b", "a"),
            "a", List.of("start", "deep", "a"),
            "b", List.of("deep", "gone"),
            "deep", List.of("deeper"),
            "deeper", List.of("start"));

    private final Queue<String> fetched = new ConcurrentLinkedQueue<>();

    private List<String> links(String page) throws IOException {
        fetched.add(page);
        Go.gosched();
        return SITE.get(page).getOrElseThrow(() -> new IOException("no " + page));
    }

    private static List<String> show(List<Crawler.Page> pages) {
        return pages.map(page -> page.depth() + " " + page.name()
                + page.links().fold(failure -> ": " + failure.getMessage(), links -> ""));
    }

    @Interleavings(200)
    void eachPage_isFetchedOnce_whateverLeadsThere() throws Exception {
        fetched.clear();

        List<Crawler.Page> pages =
                new Crawler((page, context) -> links(page), 100, 2).crawl(Context.background(), "start");

        assertEquals(List.of("0 start", "1 a", "1 b", "2 deep", "2 gone: no gone", "3 deeper"), show(pages));
        assertEquals(
                List.of("a", "b", "deep", "deeper", "gone", "start"),
                List.ofAll(fetched).sorted());
        assertEquals(1, Go.numGoroutine());
    }

    @Interleavings(50)
    void depth_isNotExceeded() throws Exception {
        fetched.clear();
        Fetcher fetcher = (page, context) -> links(page);

        assertEquals(List.of("0 start"), show(new Crawler(fetcher, 0, 2).crawl(Context.background(), "start")));
        assertEquals(
                List.of("0 start", "1 a", "1 b"),
                show(new Crawler(fetcher, 1, 2).crawl(Context.background(), "start")));
        assertEquals(4, fetched.size());
    }

    /** The short way to "far" is slow, the long one fast: what is behind it is within the limit all the same. */
    @Test
    void pageThatIsFoundOnALongWayFirst_hasItsShortestDistance() {
        Map<String, List<String>> site = HashMap.of(
                "start", List.of("slow", "fast"),
                "slow", List.of("far"),
                "fast", List.of("faster"),
                "faster", List.of("far"),
                "far", List.of("behind"),
                "behind", List.of());
        Bubble.run(() -> {
            Fetcher fetcher = (page, context) -> {
                sleep(Duration.ofMillis(page.equals("slow") ? 1000 : 1), context);
                return site.get(page).get();
            };
            assertEquals(
                    List.of("0 start", "1 slow", "1 fast", "2 far", "2 faster", "3 behind"),
                    show(new Crawler(fetcher, 3, 4).crawl(Context.background(), "start")));
        });
    }

    @Test
    void fetches_areAsManyAtOnceAsMayBe() {
        List<String> all = List.range(0, 10).map(String::valueOf);
        Bubble.run(() -> {
            Instant begin = now();
            AtomicInteger active = new AtomicInteger();
            Fetcher fetcher = (page, context) -> {
                assertTrue(active.incrementAndGet() <= 3, "too many at once");
                sleep(Duration.ofSeconds(1), context);
                active.decrementAndGet();
                return all;
            };

            List<Crawler.Page> pages = new Crawler(fetcher, 1, 3).crawl(Context.background(), "0");

            assertEquals(all, pages.map(Crawler.Page::name));
            assertEquals(Duration.ofSeconds(1 + 3), Duration.between(begin, now())); // 9 pages, 3 at a time
        });
    }

    @Test
    void endOfTheContext_endsWhatIsUnderWay_andKeepsWhatWasFound() {
        Bubble.run(() -> {
            Instant begin = now();
            Fetcher fetcher = (page, context) -> {
                fetched.add(page);
                sleep(Duration.ofSeconds(page.length()), context);
                return List.of(page + "a", page + "b", page + "c");
            };
            try (CancelContext context = Context.withTimeout(Context.background(), Duration.ofMillis(3500))) {

                List<Crawler.Page> pages = new Crawler(fetcher, 5, 2).crawl(context, "x");

                // x until 1 s, xa and xb until 3 s, then xc, which is cut off
                assertEquals(List.of("x", "xa", "xb", "xc"), pages.map(Crawler.Page::name));
                assertTrue(pages.last().links().getLeft() instanceof CancelledException);
                assertEquals(4, fetched.size());
                assertEquals(Duration.ofMillis(3500), Duration.between(begin, now()));
                assertEquals(1, Go.numGoroutine());
            }
        });
    }
}
