/** FIX venues as the market data: sessions of ours at their acceptors, and the books they tell. */
@NullMarked
package org.ticktoquote.pricing.venue;

import org.jspecify.annotations.NullMarked;
