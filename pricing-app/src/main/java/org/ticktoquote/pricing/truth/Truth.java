package org.ticktoquote.pricing.truth;

/**
 * Records the application's decisions on ticks and fates of quotes. All methods are safe for any thread.
 *
 * <p>Implementations are on the measured path. They do not lock, and make system calls only while their buffer is full.
 */
public interface Truth extends AutoCloseable {
    /** Records nothing. */
    Truth NONE = new Truth() {
        @Override
        public void tick(TickFacts facts) {}

        @Override
        public void quote(QuoteFacts facts) {}

        @Override
        public void close() {}
    };

    /** Records the decision on a tick. */
    void tick(TickFacts facts);

    /** Records the fate of a quote. */
    void quote(QuoteFacts facts);

    /** Writes pending records and closes the journals. Nothing can be recorded afterwards. */
    @Override
    void close();

    /** Fields of {@link TruthTickRecord}. */
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

    /** Fields of {@link TruthQuoteRecord}. */
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
