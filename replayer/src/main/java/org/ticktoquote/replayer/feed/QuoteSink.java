package org.ticktoquote.replayer.feed;

/** Takes what a {@link PayloadDecoder} finds in a payload. */
public interface QuoteSink {
    /**
     * Says what is known of an instrument; without it pip and tick size are chosen by rule, as for imported ticks.
     *
     * @param pip in units of 1e-9
     * @param tickSize in units of 1e-9
     */
    void instrument(String symbol, long pip, long tickSize);

    /**
     * Takes a venue's new top of book in an instrument; one side at least.
     *
     * @param bid in units of 1e-9; {@link Long#MIN_VALUE} where it carries none: that side keeps its old value
     * @param ask in the same way
     * @param bidQuantity in units of the base currency
     * @param askQuantity in units of the base currency
     */
    void quote(String symbol, String venue, long bid, long ask, long bidQuantity, long askQuantity);
}
