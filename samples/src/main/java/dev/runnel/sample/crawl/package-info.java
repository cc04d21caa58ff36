/**
 * A crawler: follows the links of a site, many pages at a time, each page once.
 *
 * <pre>
 *   level 0      level 1          level 2
 *
 *   start ──┬──▶ page ──┬──▶ page           a level is fetched at once, at most so many pages at a time; the links
 *           ├──▶ page ──┘                   to pages that nobody has seen are the next level
 *           └──▶ (start)
 * </pre>
 *
 * <ol>
 *   <li>Only the main goroutine knows which pages have been seen, so there is no lock, and a circle of links is no
 *       problem.
 *   <li>Level after level, not first come, first served: otherwise a page could be found by a long way before it is
 *       found by a short one, and the limit on the depth would cut off pages that are within it.
 *   <li>When the context ends, no further fetch is begun; those under way have the context, and are waited for. What
 *       has been found by then is the result.
 * </ol>
 *
 * <p>After the exercise "Web Crawler" of A Tour of Go. The site is a directory here.
 */
@NullMarked
package dev.runnel.sample.crawl;

import org.jspecify.annotations.NullMarked;
