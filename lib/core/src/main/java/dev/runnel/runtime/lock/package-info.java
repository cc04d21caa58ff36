@NullMarked
package dev.runnel.runtime.lock;

import org.jspecify.annotations.NullMarked;
