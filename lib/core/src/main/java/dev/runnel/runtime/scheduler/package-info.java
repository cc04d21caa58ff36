@NullMarked
package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.NullMarked;
