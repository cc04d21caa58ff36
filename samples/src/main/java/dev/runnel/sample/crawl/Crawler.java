package dev.runnel.sample.crawl;

import dev.runnel.context.Context;
import dev.runnel.scope.Fork;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Semaphore;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Follows links.
 *
 * @param fetcher gives the pages
 * @param depth how many links away from the start a page may be
 * @param fetches how many pages are fetched at a time
 */
record Crawler(Fetcher fetcher, int depth, int fetches) {

    /**
     * A page.
     *
     * @param name its name
     * @param depth how many links away from the start it is
     * @param links the pages it links to, or why it could not be fetched
     */
    record Page(String name, int depth, Either<Exception, List<String>> links) {}

    /**
     * The pages, the nearest first; those at the same depth in the order of the links to them.
     *
     * @param context when it ends, no more pages are fetched
     */
    List<Page> crawl(Context context, String start) throws Exception {
        List<Page> found = List.empty();
        Set<String> seen = HashSet.empty();
        List<String> next = List.of(start);
        for (int at = 0; at <= depth && next.nonEmpty(); at++) {
            seen = seen.addAll(next);
            List<Page> level = fetch(context, next, at);
            found = found.appendAll(level);
            next = level.flatMap(page -> page.links().getOrElse(List.empty()))
                    .distinct()
                    .removeAll(seen);
        }
        return found;
    }

    /** All pages of a level: a goroutine for each, of which {@code fetches} may fetch at a time. */
    private List<Page> fetch(Context context, List<String> names, int at) throws Exception {
        Semaphore slots = new Semaphore(fetches);
        try (Scope scope = Scope.open(context)) {
            List<Fork<Option<Page>>> pages = names.map(name -> scope.fork(() -> {
                slots.acquire();
                try {
                    return context.err().isDefined() ? Option.none() : Option.some(page(name, at, context));
                } finally {
                    slots.release();
                }
            }));
            scope.join();
            return pages.flatMap(Fork::get);
        }
    }

    private Page page(String name, int at, Context context) {
        try {
            return new Page(name, at, Either.right(fetcher.links(name, context)));
        } catch (Exception e) {
            return new Page(name, at, Either.left(e));
        }
    }
}
