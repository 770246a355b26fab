/** Messages shown to people. */
@NullMarked
package org.ticktoquote.core.trace;

import org.jspecify.annotations.NullMarked;
