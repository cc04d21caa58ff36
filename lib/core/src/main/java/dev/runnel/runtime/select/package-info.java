@NullMarked
package dev.runnel.runtime.select;

import org.jspecify.annotations.NullMarked;
