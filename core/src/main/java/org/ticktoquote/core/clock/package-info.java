/** The one clock of a run and how it relates to the time of day. */
@NullMarked
package org.ticktoquote.core.clock;

import org.jspecify.annotations.NullMarked;
