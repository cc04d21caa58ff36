/** What the library says of objects that are the user's, in messages and dumps. No state, no locks. */
@NullMarked
package dev.runnel.runtime.text;

import org.jspecify.annotations.NullMarked;
