package org.ticktoquote.replayer.feed;

/** Receives the quotes that a {@link PayloadDecoder} finds in a payload. */
public interface QuoteSink {
    /**
     * Declares an instrument. Without a declaration, pip and tick size are derived by rule, as for imported ticks.
     *
     * @param pip pip size in units of 1e-9
     * @param tickSize tick size in units of 1e-9
     */
    void instrument(String symbol, long pip, long tickSize);

    /**
     * Receives an instrument's new top of book at a venue, with at least one side.
     *
     * @param bid bid price in units of 1e-9; {@link Long#MIN_VALUE} if absent, so that the side keeps its old value
     * @param ask like {@code bid}
     * @param bidQuantity quantity in units of the base currency
     * @param askQuantity quantity in units of the base currency
     */
    void quote(String symbol, String venue, long bid, long ask, long bidQuantity, long askQuantity);
}
