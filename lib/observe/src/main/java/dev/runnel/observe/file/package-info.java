/** Writing of files that several write and others read meanwhile. Not for users. */
@NullMarked
package dev.runnel.observe.file;

import org.jspecify.annotations.NullMarked;
