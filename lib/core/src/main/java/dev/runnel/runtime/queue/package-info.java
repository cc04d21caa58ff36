@NullMarked
package dev.runnel.runtime.queue;

import org.jspecify.annotations.NullMarked;
