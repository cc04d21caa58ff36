/**
 * Small programs on Runnel, one package each. A program is a class that could be used elsewhere and a command that
 * reads its arguments; {@link dev.runnel.sample.Main} starts the commands by name.
 */
@NullMarked
package dev.runnel.sample;

import org.jspecify.annotations.NullMarked;
