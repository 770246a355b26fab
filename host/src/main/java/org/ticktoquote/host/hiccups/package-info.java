/** What every CPU does to a thread on it: late wake-ups, and gaps in a loop that never sleeps. */
@NullMarked
package org.ticktoquote.host.hiccups;

import org.jspecify.annotations.NullMarked;
