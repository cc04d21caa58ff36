package dev.runnel.conformance.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.conformance.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between documents lead somewhere: to a file, and to one heading in it. */
class LinksTest {

    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s:]*)(?:#([^)\\s]+))?\\)");

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(Checkout.ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(Checkout.ROOT.resolve("README.md")), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** The lines that are not code. */
    private static List<String> prose(Path file) throws IOException {
        List<String> prose = new ArrayList<>();
        boolean code = false;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("```")) {
                code = !code;
            } else if (!code) {
                prose.add(line);
            }
        }
        return prose;
    }

    private static long headings(Path file, String anchor) throws IOException {
        return prose(file).stream()
                .filter(line -> line.startsWith("#"))
                .filter(line -> Overview.anchor(line.replaceFirst("#+ ", "")).equals(anchor))
                .count();
    }

    @Test
    void eachLink_leadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path file : documents()) {
            Matcher link = LINK.matcher(String.join("\n", prose(file)));
            while (link.find()) {
                links++;
                Path target = link.group(1).isEmpty() ? file : file.resolveSibling(link.group(1));
                String anchor = link.group(2);
                if (!Files.exists(target) || (anchor != null && headings(target, anchor) != 1)) {
                    broken.add(Checkout.ROOT.relativize(file) + ": " + link.group());
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 0);
    }
}
