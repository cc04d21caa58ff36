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
     * @param context when it ends, the page is no longer wanted
     * @return the pages it links to, in the order of the links; with repetitions
     */
    List<String> links(String page, Context context) throws Exception;
}
