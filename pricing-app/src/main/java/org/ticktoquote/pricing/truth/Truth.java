package org.ticktoquote.pricing.truth;

/**
 * Takes down what the application does; every method may be called from any thread.
 *
 * <p>Implementations neither lock nor make a system call: they are on the path that is measured.
 */
public interface Truth extends AutoCloseable {
    /** Takes down nothing. */
    Truth NONE = new Truth() {
        @Override
        public void tick(TickFacts facts) {}

        @Override
        public void quote(QuoteFacts facts) {}

        @Override
        public void close() {}
    };

    /** The decision on a tick. */
    void tick(TickFacts facts);

    /** The fate of a quote. */
    void quote(QuoteFacts facts);

    /** Writes what is still pending and closes the journals; nothing may be taken down afterwards. */
    @Override
    void close();

    /** The members of {@link TruthTickRecord}. */
    record TickFacts(
            long tickId,
            int instrumentId,
            int venueId,
            Decision decision,
            long arrivedNs,
            long decidedNs,
            long holdNs,
            long changedTiers,
            long compositeBid,
            long compositeAsk) {}

    /** The members of {@link TruthQuoteRecord}. */
    record QuoteFacts(
            long tickId,
            int instrumentId,
            int session,
            int tier,
            Fate fate,
            long bid,
            long ask,
            long outNs,
            long messageSequence,
            long supersededBy) {}
}
