package org.ticktoquote.harness.run;

/** What the replayer says at the end of the warm-up. */
record WarmedUp(long ticks, long lastTickId, double burstRate) {
    static final WarmedUp NONE = new WarmedUp(0, 0, 0);
}
