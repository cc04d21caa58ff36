package dev.runnel.observe.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runnel.observe.Trace;
import java.io.IOException;
import java.nio.file.Path;

/** What can be seen of a timeline in a browser, and what a user can do with it. */
final class Viewer {

    static final String CANVAS = "document.getElementById('canvas')";

    private final Chromium browser;
    private final Path folder;

    Viewer(Chromium browser, Path folder) {
        this.browser = browser;
        this.folder = folder;
    }

    void open(Trace trace) throws IOException {
        Pages.open(browser, trace, folder.resolve("trace-" + System.nanoTime() + ".html"));
    }

    String lanes() {
        return browser.text("[...document.querySelectorAll('#lanes .lane')].map(l => l.firstChild.textContent).join()");
    }

    String panel() {
        return browser.text("document.getElementById('panel').innerText")
                .replaceAll("\n+", "\n")
                .replace('\u00a0', ' ');
    }

    String hits() {
        return browser.text("[...document.querySelectorAll('#hits li')].map(l => l.textContent).join('|')");
    }

    void search(String words) {
        browser.key("/");
        browser.await("document.activeElement.id === 'search'");
        browser.evaluate("document.getElementById('search').select()");
        browser.type(words);
        browser.await("!document.getElementById('hits').hidden && document.getElementById('search').value === '" + words
                + "'");
    }

    void follow(String words) {
        browser.click(
                "[...document.querySelectorAll('#panel .link')].find(l => l.textContent.includes('" + words + "'))");
    }

    /** Clicks into the middle of a slice on its P's lane. */
    void clickSpan(int span) {
        browser.evaluate(
                "(({spans}) => timeline.view.show(spans.start[%d] - 2000, spans.end[%d] + 2000))(timeline.model)"
                        .formatted(span, span));
        JsonNode at = browser.evaluate("""
                (({spans}, box, lane) => [box.x + timeline.view.x((spans.start[%d] + spans.end[%d]) / 2), box.y + lane.y + 15 - timeline.layout.scroll])(
                  timeline.model, %s.getBoundingClientRect(), timeline.layout.ofP(timeline.model.spans.p[%d]))
                """.formatted(span, span, CANVAS, span));
        browser.click(at.get(0).asDouble(), at.get(1).asDouble());
    }

    double span() {
        return browser.evaluate("timeline.view.to - timeline.view.from").asDouble();
    }

    double from() {
        return browser.evaluate("timeline.view.from").asDouble();
    }

    /** How many pixels of a lane have a colour of the style sheet. */
    int pixelsOf(String colour, int number, String lane) {
        String name = number < 0 ? colour : colour + number;
        return browser.evaluate("""
                        (() => {
                          const lane = timeline.layout.lanes.find(l => 'P' + l.p === '%s'), painter = timeline.painter;
                          painter.draw();
                          const copy = new OffscreenCanvas(painter.canvas.width, painter.canvas.height).getContext('2d', {willReadFrequently: true});
                          copy.drawImage(painter.canvas, 0, 0);
                          const hex = getComputedStyle(document.documentElement).getPropertyValue('--%s').trim();
                          const want = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
                          const data = copy.getImageData(0, lane.y - timeline.layout.scroll, timeline.view.width, lane.height).data;
                          let found = 0;
                          for (let i = 0; i < data.length; i += 4) if (want.every((c, j) => c === data[i + j])) found++;
                          return found;
                        })()
                        """.formatted(lane, name)).asInt();
    }

    String isLaneInSight(String lane) {
        return browser.text(
                "((lane, canvas) => lane.top >= canvas.top && lane.bottom <= canvas.bottom)(document.querySelectorAll('#lanes .lane')["
                        + lane + "].getBoundingClientRect(), " + CANVAS + ".getBoundingClientRect())");
    }
}
