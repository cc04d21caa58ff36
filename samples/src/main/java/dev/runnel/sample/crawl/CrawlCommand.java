package dev.runnel.sample.crawl;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.sample.UsageException;
import io.vavr.collection.List;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code crawl DIR [--depth N] [--fetches N]}: follows the links from DIR/index.html; prints each page with its
 * distance, and what is wrong with it, if anything. If a link leads nowhere, the exit status is 1.
 */
public final class CrawlCommand implements Command {

    private static final int DEPTH = 10;
    private static final int FETCHES = 8;

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        int depth = arguments.option("--depth", DEPTH, 0, Integer.MAX_VALUE - 1);
        int fetches = arguments.option("--fetches", FETCHES, 1, 1024);
        String directory = arguments.word("DIR");
        arguments.end();
        if (!Files.isDirectory(Path.of(directory))) {
            throw new UsageException("DIR: '" + directory + "' is not a directory");
        }
        Crawler crawler = new Crawler(new Site(Path.of(directory)), depth, fetches);
        Chan<Boolean> broken = Go.chan(1);
        Go.run(() -> {
            List<Crawler.Page> pages = crawler.crawl(Context.background(), Site.INDEX);
            for (Crawler.Page page : pages) {
                terminal.say(page.depth() + " " + page.name()
                        + page.links().fold(failure -> ": " + failure.getMessage(), links -> ""));
            }
            broken.send(pages.exists(page -> page.links().isLeft()));
        });
        return broken.recv().contains(false) ? 0 : 1;
    }
}
