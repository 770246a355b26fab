/** Market data from FIX venues: sessions at their acceptors, and their books. */
@NullMarked
package org.ticktoquote.pricing.venue;

import org.jspecify.annotations.NullMarked;
