/** FIX venues in the replayer: applications log on, subscribe and are sent market data. */
@NullMarked
package org.ticktoquote.replayer.venue;

import org.jspecify.annotations.NullMarked;
