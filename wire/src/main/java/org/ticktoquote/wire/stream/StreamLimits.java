package org.ticktoquote.wire.stream;

/**
 * Bounds of time and memory for reassembling streams.
 *
 * @param graceNs an acknowledgement can be captured this long before the data it acknowledges; bytes missing for longer are a
 *     hole
 * @param silenceNs time after which missing bytes are a hole if the receiver's direction is silent, counted from the
 *     capture of later bytes
 * @param windowBytes a segment further than this from everything sent and acknowledged does not belong to the stream
 * @param sideBytes bytes kept of one direction while earlier ones are missing; beyond this the earlier ones are a hole
 * @param totalBytes bytes kept of all directions together
 * @param ringBytes bytes remembered of all directions together, to compare retransmissions with
 * @param connections maximum number of connections; beyond this the one silent for longest is forgotten
 */
public record StreamLimits(
        long graceNs, long silenceNs, int windowBytes, int sideBytes, long totalBytes, int ringBytes, int connections) {
    /** Limits used in production. */
    public static final StreamLimits DEFAULT =
            new StreamLimits(10_000_000, 3_000_000_000L, 16 << 20, 4 << 20, 64L << 20, 8 << 20, 65_536);
}
