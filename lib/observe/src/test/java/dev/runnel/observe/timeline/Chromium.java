package dev.runnel.observe.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A browser without a window, and one page in it, driven by the DevTools protocol. */
final class Chromium implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    private static final String LISTENING = "DevTools listening on ";
    private static final JsonMapper JSON = new JsonMapper();

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> replies = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private String session = "";

    /**
     * @param program what to start
     * @param profile an empty folder
     */
    Chromium(String program, Path profile, int width, int height) throws IOException {
        process = new ProcessBuilder(
                        program,
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader said = process.errorReader();
        String line = said.readLine();
        while (line != null && !line.startsWith(LISTENING)) {
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException(program + " ended before it listened");
        }
        Thread.ofVirtual().start(() -> said.lines().forEach(rest -> {}));
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(line.substring(LISTENING.length())), new Messages())
                .join();
        String target = call("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asText();
        session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Errors of scripts and of the console, and requests for anything but files. */
    List<String> complaints() {
        return complaints;
    }

    void open(Path page) {
        complaints.clear();
        call("Page.navigate", Map.of("url", page.toUri().toString()));
    }

    void scheme(String lightOrDark) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", lightOrDark))));
    }

    /** The value of an expression; a promise is awaited. */
    JsonNode evaluate(String expression) {
        JsonNode reply =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (reply.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + reply.get("exceptionDetails"));
        }
        return reply.get("result").path("value");
    }

    String text(String expression) {
        return evaluate("String(" + expression + ")").asText();
    }

    /** Waits until an expression is true, once per frame. */
    void await(String condition) {
        JsonNode holds = evaluate("""
                new Promise(resolve => {
                  const until = performance.now() + %d;
                  const look = () => {
                    let holds = false;
                    try { holds = !!(%s); } catch (e) { }
                    if (holds || performance.now() > until) resolve(holds); else requestAnimationFrame(look);
                  };
                  look();
                })
                """.formatted(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS - 10), condition));
        if (!holds.asBoolean()) {
            throw new AssertionError("in vain: " + condition + "\n" + text("document.body.innerText"));
        }
    }

    /** Presses the mouse on the middle of the element that the expression stands for. */
    void click(String element) {
        JsonNode at = evaluate(
                "(() => { const e = %s; e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
                        .formatted(element));
        click(at.get(0).asDouble(), at.get(1).asDouble());
    }

    void click(double x, double y) {
        moveTo(x, y);
        mouse("mousePressed", x, y, Map.of("button", "left", "clickCount", 1));
        mouse("mouseReleased", x, y, Map.of("button", "left", "clickCount", 1));
    }

    void moveTo(double x, double y) {
        mouse("mouseMoved", x, y, Map.of());
    }

    void wheel(double x, double y, int down) {
        mouse("mouseWheel", x, y, Map.of("deltaX", 0, "deltaY", down));
    }

    void drag(double fromX, double toX, double y) {
        moveTo(fromX, y);
        mouse("mousePressed", fromX, y, Map.of("button", "left", "clickCount", 1));
        mouse("mouseMoved", (fromX + toX) / 2, y, Map.of("button", "left"));
        mouse("mouseMoved", toX, y, Map.of("button", "left"));
        mouse("mouseReleased", toX, y, Map.of("button", "left", "clickCount", 1));
    }

    private void mouse(String type, double x, double y, Map<String, Object> more) {
        ObjectNode event = JSON.valueToTree(more);
        call("Input.dispatchMouseEvent", event.put("type", type).put("x", x).put("y", y));
    }

    /** Keys that write something, and those with a name, such as Enter. */
    void key(String key) {
        ObjectNode event = JSON.createObjectNode().put("key", key);
        if (key.length() == 1) {
            event.put("text", key);
        }
        call("Input.dispatchKeyEvent", event.deepCopy().put("type", key.length() == 1 ? "keyDown" : "rawKeyDown"));
        call("Input.dispatchKeyEvent", event.put("type", "keyUp"));
    }

    void type(String text) {
        text.chars().forEach(c -> key(String.valueOf((char) c)));
    }

    void screenshot(Path file) throws IOException {
        String png = call("Page.captureScreenshot", Map.of("format", "png"))
                .get("data")
                .asText();
        Files.write(file, Base64.getDecoder().decode(png));
    }

    private JsonNode call(String method, Object parameters) {
        int id = calls.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        replies.put(id, reply);
        socket.sendText(message.toString(), true).join();
        JsonNode said = reply.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        if (said.has("error")) {
            throw new IllegalStateException(method + ": " + said.get("error"));
        }
        return said.get("result");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private final class Messages implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    message(JSON.readTree(text.toString()));
                } catch (IOException e) {
                    complaints.add("the protocol: " + e);
                }
                text.setLength(0);
            }
            return WebSocket.Listener.super.onText(from, data, last);
        }

        private void message(JsonNode message) {
            JsonNode what = message.path("params");
            switch (message.path("method").asText()) {
                case "" -> replies.remove(message.get("id").asInt()).complete(message);
                case "Runtime.exceptionThrown" ->
                    complaints.add(what.get("exceptionDetails").toString());
                case "Runtime.consoleAPICalled" ->
                    complaints.add(what.get("args").toString());
                case "Log.entryAdded" -> complaints.add(what.get("entry").toString());
                case "Network.requestWillBeSent" -> {
                    String url = what.path("request").path("url").asText();
                    if (!url.startsWith("file:") && !url.startsWith("data:")) {
                        complaints.add("a request: " + url);
                    }
                }
                default -> {}
            }
        }
    }
}
