@NullMarked
package dev.runnel.select;

import org.jspecify.annotations.NullMarked;
