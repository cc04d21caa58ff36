@NullMarked
package dev.runnel.runtime.carrier;

import org.jspecify.annotations.NullMarked;
