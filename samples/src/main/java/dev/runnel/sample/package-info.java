/**
 * Small programs on Runnel, one package each. A program is a class that could be used elsewhere, and a command that
 * reads its arguments; {@link dev.runnel.sample.Main} starts the commands by name. To run one, give Maven its name and
 * arguments, in the root of the repository; the description of each command has its usage:
 *
 * <pre>
 * mvn -q -pl samples -am compile exec:exec -Dsample.args="md5 docs"
 * </pre>
 */
@NullMarked
package dev.runnel.sample;

import org.jspecify.annotations.NullMarked;
