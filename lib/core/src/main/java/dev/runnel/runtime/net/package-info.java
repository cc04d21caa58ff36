/** The network poller: how strands wait for sockets. */
@NullMarked
package dev.runnel.runtime.net;

import org.jspecify.annotations.NullMarked;
