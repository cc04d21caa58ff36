@NullMarked
package dev.runnel.runtime.channel;

import org.jspecify.annotations.NullMarked;
