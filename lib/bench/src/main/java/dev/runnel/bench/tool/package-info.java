/** What programs use around channels, as each contender has it. */
package dev.runnel.bench.tool;
