package org.ticktoquote.replayer.importing;

/**
 * One quote as a tick file states it, its instrument still a symbol.
 *
 * @param number of the row in its file, from 1: lines of a text, records of a {@code .bi5}
 * @param symbol as in {@code EUR/USD}
 * @param venueTimeNs since 1970-01-01 UTC
 * @param bid in units of 1e-9, or {@link org.ticktoquote.core.price.Price#NONE}
 * @param ask like bid
 * @param bidQuantity in units of the base currency, 0 when the file does not tell
 * @param askQuantity like bidQuantity
 */
record Row(long number, String symbol, long venueTimeNs, long bid, long ask, long bidQuantity, long askQuantity) {}
