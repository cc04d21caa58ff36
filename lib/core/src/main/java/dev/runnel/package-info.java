@NullMarked
package dev.runnel;

import org.jspecify.annotations.NullMarked;
