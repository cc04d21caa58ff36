@NullMarked
package dev.runnel.scheduler;

import org.jspecify.annotations.NullMarked;
