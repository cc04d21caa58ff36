/** What servers that speak in lines have in common. */
@NullMarked
package dev.runnel.sample.net;

import org.jspecify.annotations.NullMarked;
