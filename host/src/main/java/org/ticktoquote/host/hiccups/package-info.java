/** Hiccups of each CPU: late wake-ups, and gaps in a loop that never sleeps. */
@NullMarked
package org.ticktoquote.host.hiccups;

import org.jspecify.annotations.NullMarked;
