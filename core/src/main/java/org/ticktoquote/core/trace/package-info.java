/** Messages in a form for the user. */
@NullMarked
package org.ticktoquote.core.trace;

import org.jspecify.annotations.NullMarked;
