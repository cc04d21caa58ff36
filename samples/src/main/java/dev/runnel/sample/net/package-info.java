/** What servers with line-based protocols have in common. */
@NullMarked
package dev.runnel.sample.net;

import org.jspecify.annotations.NullMarked;
