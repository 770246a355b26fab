package org.ticktoquote.harness.hosts;

/** A warm-up tick that was sent; times as the replayer reads them. */
public record SentTick(long tickId, int instrumentId, long intendedNs, long sentNs) {
    /** In one answer of a host: a few megabytes of text. */
    public static final int MOST = 20_000;
}
