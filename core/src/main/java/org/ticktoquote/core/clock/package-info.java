/** The clock of a run and its relation to the time of day. */
@NullMarked
package org.ticktoquote.core.clock;

import org.jspecify.annotations.NullMarked;
