package org.ticktoquote.replayer.importing;

/** A venue's top of book, as a decoder reads it; prices as of a {@code RecordedQuote}. */
record DecodedQuote(String symbol, String venue, long bid, long ask, long bidQuantity, long askQuantity) {}
