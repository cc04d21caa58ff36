@NullMarked
package dev.runnel.runtime.choice;

import org.jspecify.annotations.NullMarked;
