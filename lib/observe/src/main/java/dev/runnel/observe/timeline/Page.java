package dev.runnel.observe.timeline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page around the data: style and scripts are written into it, so that it is one file. */
final class Page {

    /** In this order: a script uses only what is above it while it loads. */
    static final List<String> SCRIPTS = List.of(
            "format",
            "decode",
            "replay",
            "pyramid",
            "counters",
            "lanes",
            "facts",
            "search",
            "view",
            "layout",
            "theme",
            "paint",
            "slices",
            "arrows",
            "panel",
            "labels",
            "ending",
            "dump",
            "input",
            "main");

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private Page() {}

    static String with(String title, String data, String dump) {
        StringBuilder scripts = new StringBuilder();
        for (String script : SCRIPTS) {
            scripts.append("<script>\n").append(resource(script + ".js")).append("</script>\n");
        }
        Map<String, String> parts = Map.of(
                "title",
                escaped(title),
                "style",
                resource("style.css"),
                "data",
                data,
                "dump",
                dump,
                "scripts",
                scripts.toString());
        return encodable(PLACE.matcher(resource("page.html"))
                .replaceAll(place -> Matcher.quoteReplacement(parts.getOrDefault(place.group(1), place.group()))));
    }

    /**
     * Half of a surrogate pair, in a title or in the name of a goroutine, becomes a question mark, as it does in the
     * data: UTF-8 has nothing for it.
     */
    private static String encodable(String page) {
        return new String(page.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing beside " + Page.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
