@NullMarked
package dev.runnel.runtime.park;

import org.jspecify.annotations.NullMarked;
