package org.ticktoquote.pricing.dialect;

/** How a dialect sends prices. */
@FunctionalInterface
interface PriceStyle {
    /**
     * For all sessions of an application: what they share is made once.
     *
     * @param echoTag tag that carries the tick's id; 0 for none
     */
    PerSession of(int echoTag);

    /** Makes the encoder of one session. */
    @FunctionalInterface
    interface PerSession {
        PriceEncoder encoder(MessageFrame frame);
    }
}
