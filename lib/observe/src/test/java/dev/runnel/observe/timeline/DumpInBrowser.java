package dev.runnel.observe.timeline;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.sync.Mutex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of a dump, of a thousand goroutines that wait in six ways; and the pages that samples have left. */
class DumpInBrowser extends OpenBrowser {

    /** Where the tests of the samples leave pages. */
    private static final Path SAMPLES = Path.of(System.getProperty("timeline.pages", "../../samples/target/timeline"));

    @Test
    void dump_hasTheGroups_andLeadsToTheLanes() throws IOException {
        Path page = folder.resolve("dump.html");
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withTracing(Tracing.ON))) {
            runtime.go("main", DumpInBrowser::thousand);
            while (!runtime.goroutines().grouped().startsWith("1000 goroutines at 6 places")) {
                Thread.onSpinWait();
            }
            Timeline.write(runtime, page);
            Files.writeString(PICTURES.resolve("dump.txt"), runtime.goroutines().grouped());
        }
        Pages.open(browser, page);
        browser.click("document.getElementById('to-dump')");
        browser.await("document.querySelectorAll('#dump details').length === 6");
        assertEquals(
                "500 chan receive|250 chan send|150 sync.Mutex.Lock|60 select|39 chan receive (nil chan)|1 chan receive",
                browser.text(
                        "[...document.querySelectorAll('#dump summary')].map(s => s.childNodes[0].textContent + ' ' + s.childNodes[1].textContent).join('|')"));
        String first = browser.text("document.querySelector('#dump details').innerText");
        assertTrue(first.contains("since\n"), first);
        assertTrue(first.contains("on\nChan#"), first);
        assertTrue(first.contains("created by\n1"), first);
        assertTrue(first.contains("receiver(DumpInBrowser.java"), first);
        assertTrue(first.contains("and 400 more"), first);
        browser.screenshot(PICTURES.resolve("dump-page.png"));
        String member = browser.text("parseInt(document.querySelector('#dump .members .link').textContent)");
        browser.click("document.querySelector('#dump .members .link')");
        browser.await("timeline.selection !== null && document.getElementById('dump').hidden");
        assertEquals(member, browser.text("timeline.model.trace.id[timeline.selection.g]"));
        assertTrue(viewer.lanes().endsWith("g " + member), viewer.lanes());
    }

    @Test
    void pageWithoutADump_hasNoSuchButton() throws IOException {
        viewer.open(Examples.two());
        assertEquals("true", browser.text("document.getElementById('to-dump').hidden"));
    }

    @Test
    void sieve_isShown() throws IOException {
        assertSampleIsShown("sieve");
    }

    @Test
    void md5_isShown() throws IOException {
        assertSampleIsShown("md5");
    }

    /** Its lanes, a goroutine that is found, and an arrow that is followed to the one that woke it. */
    private static void assertSampleIsShown(String name) throws IOException {
        Path page = SAMPLES.resolve(name + ".html");
        assertTrue(Files.exists(page), page + " is missing: the samples' TimelineOptionTest leaves it");
        Pages.open(browser, page.toAbsolutePath().normalize());
        assertTrue(viewer.lanes().startsWith("runnable,waiting"), viewer.lanes());
        assertTrue(viewer.lanes().contains("P0"), viewer.lanes());
        browser.screenshot(PICTURES.resolve("sample-" + name + ".png"));
        viewer.search("main");
        browser.key("Enter");
        browser.await("timeline.selection !== null");
        assertTrue(viewer.panel().contains("“main”"), viewer.panel());
        for (int i = 0; i < 50 && !viewer.panel().contains("woken by\ngoroutine"); i++) {
            browser.key("]");
        }
        assertTrue(viewer.panel().contains("woken by\ngoroutine"), viewer.panel());
        String woken = browser.text("timeline.selection.g");
        browser.click(
                "[...document.querySelectorAll('#panel dt')].find(t => t.textContent === 'woken by').nextSibling.querySelector('.link')");
        browser.await("timeline.selection.g !== " + woken);
        assertTrue(viewer.panel().contains("meanwhile\n"), viewer.panel());
    }

    private static void thousand() {
        Chan<Integer> orders = chan();
        Chan<Integer> results = chan();
        Chan<Integer> other = chan();
        Mutex mutex = new Mutex();
        mutex.lock();
        for (int i = 0; i < 500; i++) {
            go(() -> receiver(orders));
        }
        for (int i = 0; i < 250; i++) {
            go(() -> sender(results));
        }
        for (int i = 0; i < 150; i++) {
            go(() -> locker(mutex));
        }
        for (int i = 0; i < 60; i++) {
            go(() -> selector(orders, other));
        }
        for (int i = 0; i < 39; i++) {
            go(() -> Go.nilChan().recv());
        }
        other.recv();
    }

    private static void receiver(Chan<Integer> orders) {
        orders.recv();
    }

    private static void sender(Chan<Integer> results) {
        results.send(1);
    }

    private static void locker(Mutex mutex) {
        mutex.lock();
    }

    private static void selector(Chan<Integer> one, Chan<Integer> other) {
        Go.select().recv(one, v -> {}).recv(other, v -> {}).run();
    }
}
