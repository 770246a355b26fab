package org.ticktoquote.wire.stream;

/**
 * Bounds of time and memory within which streams are put together.
 *
 * @param graceNs an acknowledgement can be captured this long before the data it acknowledges; bytes that are missing later
 *     than that are a hole
 * @param silenceNs where nothing is seen of the receiver, bytes missing this long after later ones are a hole
 * @param windowBytes a segment farther than this from all that was sent and acknowledged does not belong to the stream
 * @param sideBytes kept of one direction until earlier bytes come; beyond them the earlier ones are a hole
 * @param totalBytes kept of all directions together
 * @param ringBytes remembered of all directions together, to compare retransmissions with
 * @param connections remembered; beyond them the one that was silent longest is forgotten
 */
public record StreamLimits(
        long graceNs, long silenceNs, int windowBytes, int sideBytes, long totalBytes, int ringBytes, int connections) {
    /** The limits of the product. */
    public static final StreamLimits DEFAULT =
            new StreamLimits(10_000_000, 3_000_000_000L, 16 << 20, 4 << 20, 64L << 20, 8 << 20, 65_536);
}
