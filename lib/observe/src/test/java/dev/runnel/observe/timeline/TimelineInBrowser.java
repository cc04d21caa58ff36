package dev.runnel.observe.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runnel.observe.Trace;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a user sees and does, with real mouse and key events. */
class TimelineInBrowser extends OpenBrowser {

    @Test
    void lanes_areThere() throws IOException {
        viewer.open(Examples.two());
        assertEquals("runnable,waiting,outside,P0,P1", viewer.lanes());
        assertEquals(
                "18 events, 2 goroutines, 2 Ps, 61.0\u00a0µs",
                browser.text("document.getElementById('status').textContent"));
        assertTrue(viewer.pixelsOf("hue", 0, "P1") > 0 || viewer.pixelsOf("hue", 1, "P1") > 0, "P1 shows no slice");
    }

    @Test
    void search_findsGoroutinesAndChannels() throws IOException {
        viewer.open(Simulation.of(4, 80, 5000, 2));
        double all = viewer.span();
        viewer.search("17");
        assertTrue(
                viewer.hits()
                        .replaceAll(", \\d+ waits?", "")
                        .startsWith("Goroutine 17 “writer 5”|Chan#17|Goroutine 51 “reader 17”"),
                viewer.hits());
        browser.key("Enter");
        browser.await("timeline.selection?.g === 16");
        assertTrue(viewer.panel().contains("Goroutine 17 “writer 5”"), viewer.panel());
        assertTrue(viewer.lanes().endsWith("P3,g 17 writer 5"), viewer.lanes());
        assertEquals(all, viewer.span(), all / 1e6, "zoomed");

        viewer.search("READER 4");
        assertTrue(viewer.hits().startsWith("Goroutine 12 “reader 4”"), viewer.hits());
        viewer.search("#17");
        browser.key("Enter");
        browser.await("timeline.selection?.channel === 17");
        assertTrue(viewer.panel().startsWith("← back\nChan#17"), viewer.panel());
        viewer.search("nobody");
        assertEquals("nothing found", viewer.hits());
    }

    @Test
    void links_followAnArrowBack() throws IOException {
        viewer.open(Examples.two());
        browser.key("0");
        viewer.clickSpan(7);
        browser.await("timeline.selection?.span === 7");
        assertTrue(viewer.panel().startsWith("← back\nRan for 600 ns"), viewer.panel());
        assertTrue(viewer.panel().contains("woken by\ngoroutine 2"), viewer.panel());
        assertTrue(viewer.panel().contains("had waited\n1.20 µs, chan receive Chan#17"), viewer.panel());
        viewer.follow("goroutine 2");
        browser.await("timeline.selection?.span === 4");
        assertTrue(viewer.panel().contains("meanwhile\nwoke goroutine 1 “main”"), viewer.panel());
        viewer.follow("← back");
        browser.await("timeline.selection?.span === 7");
    }

    @Test
    void arrows_joinWhoWokeAndWhoWasWoken() throws IOException {
        viewer.open(Examples.two());
        browser.evaluate("timeline.view.show(2000, 5200); timeline.redraw()");
        browser.await("timeline.view.from > 1000 && !timeline.pending");
        assertEquals(
                "created goroutine 2;stolen goroutine 2;readied goroutine 1 “main”",
                browser.text(
                        "[...eventsWithArrows(timeline)].map(e => KINDS[timeline.model.trace.kind[e]] + ' ' + timeline.model.title(timeline.model.trace.g[e])).join(';')"));
        assertTrue(viewer.pixelsOf("woke", -1, "P1") > 0, "no arrow of a wake-up");
        browser.click("document.getElementById('arrows')");
        browser.await("!timeline.arrows && !timeline.pending");
        assertEquals(0, viewer.pixelsOf("woke", -1, "P1"));
    }

    @Test
    void keysAndMouse_moveAndZoom() throws IOException {
        viewer.open(Simulation.of(2, 50, 5000, 5));
        JsonNode box = browser.evaluate("(r => [r.x, r.y, r.width])(" + Viewer.CANVAS + ".getBoundingClientRect())");
        double x = box.get(0).asDouble() + 300;
        double y = box.get(1).asDouble() + 100;
        browser.moveTo(x, y);
        String under = "Math.round(timeline.view.time(300))";
        String before = browser.text(under);
        double all = viewer.span();
        browser.wheel(x, y, -400);
        browser.await("timeline.view.to - timeline.view.from < " + all / 2);
        assertEquals(before, browser.text(under));
        double zoomed = viewer.span();
        browser.key("w");
        assertTrue(viewer.span() < zoomed);
        assertEquals(before, browser.text(under));
        browser.key("s");
        browser.key("-");
        browser.key("+");
        assertEquals(zoomed, viewer.span(), zoomed / 1e6);

        double from = viewer.from();
        browser.key("d");
        assertTrue(viewer.from() > from);
        browser.key("a");
        assertEquals(from, viewer.from(), zoomed / 1e6);
        browser.key("ArrowRight");
        assertTrue(viewer.from() > from);
        browser.key("ArrowLeft");
        browser.drag(x, x - 200, y);
        browser.await("timeline.view.from > " + (from + zoomed / 100));
        assertEquals(zoomed, viewer.span(), zoomed / 1e6);
        browser.key("0");
        assertEquals(all, viewer.span(), all / 1e6);
    }

    @Test
    void slices_areWalkedByKeys() throws IOException {
        viewer.open(Simulation.of(2, 50, 5000, 5));
        viewer.search("1");
        browser.key("Enter");
        browser.await("timeline.selection?.g === 0");
        browser.key("]");
        browser.await("timeline.model.spans.state[timeline.selection.span] === RUNNING");
        String first = browser.text("timeline.selection.span");
        browser.key("]");
        browser.await("timeline.selection.span > " + first);
        browser.key("[");
        assertEquals(first, browser.text("timeline.selection.span"));
        browser.key("Escape");
        assertEquals("null", browser.text("timeline.selection"));
    }

    @Test
    void ending_groupsThoseThatAreLeft() throws IOException {
        viewer.open(Simulation.of(2, 120, 6000, 6));
        browser.click("document.getElementById('to-ending')");
        browser.await("document.querySelectorAll('#ending details').length > 2");
        String listed =
                "[...document.querySelectorAll('#ending summary')].reduce((n, s) => n + parseInt(s.textContent.match(/: (\\d+)/)[1]), 0)";
        String alive = "timeline.model.replay.ended.filter(e => e === NONE).length";
        assertEquals(browser.text(alive), browser.text(listed));
        browser.click("document.querySelector('#ending tbody .link')");
        browser.await("timeline.selection !== null && document.getElementById('ending').hidden");
        assertTrue(browser.evaluate("timeline.view.width").asInt() > 500);
    }

    @Test
    void rest_isShownAsFarAsItIsKnown() throws IOException {
        viewer.open(Examples.rest());
        assertTrue(viewer.panel().contains("77 events were overwritten"), viewer.panel());
        viewer.search("</script>");
        assertEquals("Goroutine 5 “<b>&\"x\"</script>”", viewer.hits());
        browser.key("Enter");
        browser.await("timeline.selection !== null");
        viewer.follow("runnable for");
        browser.await("timeline.model.spans.state[timeline.selection.span] === RUNNABLE");
        viewer.follow("waiting for");
        browser.await("timeline.model.spans.state[timeline.selection.span] === WAITING");
        assertTrue(viewer.panel().contains("or earlier"), viewer.panel());
    }

    @Test
    void nothing_isShownAsNothing() throws IOException {
        viewer.open(new Trace(3, "shared", "virtual", true, 0, 0, List.of(), List.of(), List.of()));
        assertEquals("P0,P1,P2", viewer.lanes());
        browser.key("w");
        browser.key("0");
        viewer.search("1");
        assertEquals("nothing found", viewer.hits());
        browser.click("document.getElementById('to-ending')");
        browser.await("document.getElementById('ending').innerText.startsWith('All goroutines had ended')");
    }

    @Test
    void manyLanes_areScrolled() throws IOException {
        viewer.open(Simulation.of(40, 3000, 20_000, 9));
        assertTrue(viewer.lanes().endsWith("P38,P39"), viewer.lanes());
        browser.key("ArrowDown");
        browser.await("timeline.layout.scroll === 40 && !timeline.pending");
        int last = browser.evaluate("timeline.layout.lanes.length").asInt() - 1;
        assertEquals("false", viewer.isLaneInSight(Integer.toString(last)));
        browser.evaluate("timeline.layout.scrollBy(1e6); timeline.redraw()");
        browser.await("timeline.layout.scroll > 40 && !timeline.pending");
        assertEquals("true", viewer.isLaneInSight(Integer.toString(last)));
        viewer.search("2");
        browser.key("Enter");
        browser.await("timeline.selection?.g === 1 && !timeline.pending");
        String ofSlice =
                "timeline.layout.lanes.indexOf(timeline.layout.ofP(timeline.model.spans.p[timeline.selection.span]))";
        assertEquals("true", viewer.isLaneInSight(ofSlice));
    }

    @Test
    void keptLanes_stay() throws IOException {
        viewer.open(Examples.two());
        viewer.search("2");
        browser.key("Enter");
        browser.await("timeline.selection?.g === 1");
        browser.click("[...document.querySelectorAll('#panel button')].find(b => b.textContent === 'Keep lane')");
        viewer.search("main");
        browser.key("Enter");
        browser.await("timeline.selection?.g === 0");
        assertEquals("runnable,waiting,outside,P0,P1,g 2,g 1 main", viewer.lanes());
        browser.key("Escape");
        assertEquals("runnable,waiting,outside,P0,P1,g 2", viewer.lanes());
        browser.click("document.querySelector('#lanes .pin')");
        browser.await("timeline.layout.pinned.length === 0");
        assertEquals("runnable,waiting,outside,P0,P1", viewer.lanes());
    }

    @Test
    void darkScheme_isFollowed() throws IOException {
        viewer.open(Simulation.of(3, 60, 3000, 8));
        String ground = "timeline.painter.theme.ground";
        String light = browser.text(ground);
        browser.scheme("dark");
        browser.await("timeline.painter.theme.ground !== '" + light + "' && !timeline.pending");
        assertNotEquals(light, browser.text("getComputedStyle(document.documentElement).backgroundColor"));
    }

    @Test
    void millionEvents_areDrawnByFewRectangles() throws IOException {
        Trace trace = Simulation.of(8, 5000, 1_000_000, 7);
        long began = System.nanoTime();
        viewer.open(trace);
        long opened = System.nanoTime() - began;
        int widest = 0;
        for (int zoom = 0; zoom < 40; zoom++) {
            browser.key("w");
            browser.await("!timeline.pending");
            widest = Math.max(
                    widest, browser.evaluate("timeline.painter.rectangles").asInt());
        }
        browser.key("0");
        browser.await("!timeline.pending");
        System.out.printf(
                "a million events: %d ms to write and open, of which %s ms to unpack, replay and merge; frames: %s ms, the longest %s ms; %d rectangles at most%n",
                opened / 1_000_000,
                browser.text("Math.round(timeline.loading)"),
                browser.text("(f => f[f.length >> 1].toFixed(1))([...timeline.frames].sort((a, b) => a - b))"),
                browser.text("Math.max(...timeline.frames).toFixed(1)"),
                widest);
        int width = browser.evaluate("timeline.view.width").asInt();
        assertTrue(widest < (3 + 8 * 2 * 4) * width, widest + " rectangles");
    }
}
