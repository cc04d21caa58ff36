/**
 * Pipelines over channels, as values.
 */
@NullMarked
package dev.runnel.pipeline;

import org.jspecify.annotations.NullMarked;
