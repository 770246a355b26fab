/** The clock of a run, its relation to the time of day, and waits for a time on it. */
@NullMarked
package org.ticktoquote.core.clock;

import org.jspecify.annotations.NullMarked;
