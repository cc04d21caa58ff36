/** TODO */
@NullMarked
package dev.runnel.context;

import org.jspecify.annotations.NullMarked;
