package dev.runnel.sample.crawl;

import dev.runnel.context.Context;
import io.vavr.collection.List;

/** Where pages come from. Used by several goroutines at once. */
@FunctionalInterface
interface Fetcher {

    /**
     * Fetches a page.
     *
     * @param page its name
     * @param context when that ends, the page is not wanted any more
     * @return the pages it links to, in the order of the links; with repetitions
     */
    List<String> links(String page, Context context) throws Exception;
}
