/** FIX venues in the replayer, to which applications log on and subscribe. */
@NullMarked
package org.ticktoquote.replayer.venue;

import org.jspecify.annotations.NullMarked;
