package dev.runnel.sample.crawl;

import dev.runnel.context.Context;
import io.vavr.collection.List;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A directory of HTML files. A page's name is the path of its file below the directory; links that lead out of the
 * directory do not count.
 *
 * @param root the directory
 */
record Site(Path root) implements Fetcher {

    /** Where a crawl starts, and what a link to a directory means. */
    static final String INDEX = "index.html";

    private static final String SCHEME = "site";
    private static final Pattern LINK = Pattern.compile("<a\\s[^>]*href=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

    @Override
    public List<String> links(String page, Context context) throws IOException {
        String html = read(page);
        return List.ofAll(LINK.matcher(html).results().map(match -> match.group(1)))
                .flatMap(link -> target(page, link));
    }

    private String read(String page) throws IOException {
        try {
            return new String(Files.readAllBytes(root.resolve(page)), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new IOException("no such file", e);
        }
    }

    private Option<String> target(String page, String link) {
        return Try.of(() -> new URI(SCHEME, SCHEME, "/" + page, null).resolve(link))
                .toOption()
                .filter(uri -> SCHEME.equals(uri.getScheme()) && SCHEME.equals(uri.getHost()))
                .flatMap(uri -> named(uri.getPath()));
    }

    /** The page at the path of a link. Only here, with all escapes resolved, does it show where the path leads. */
    private Option<String> named(String path) {
        Path top = root.toAbsolutePath().normalize();
        String index = path.isEmpty() || path.endsWith("/") ? "/" + INDEX : "";
        return Try.of(() -> top.resolve((path + index).substring(1)).normalize())
                .toOption()
                .filter(file -> file.startsWith(top))
                .map(file -> List.ofAll(top.relativize(file)).mkString("/"))
                .map(name -> name.isEmpty() ? INDEX : name);
    }
}
