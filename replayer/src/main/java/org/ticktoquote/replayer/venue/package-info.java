/** The replayer as FIX venues: applications log on, ask for market data and get it. */
@NullMarked
package org.ticktoquote.replayer.venue;

import org.jspecify.annotations.NullMarked;
