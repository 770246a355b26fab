package org.ticktoquote.host.pingpong;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/**
 * Figures of one pass of equal-sized messages. Only {@code duplicates} and {@code cpuPercent} include the warm-up.
 *
 * @param bytes message size
 * @param sent messages
 * @param lost messages without a reply at the end of the pass. They rank above every measured value
 * @param duplicates repeated replies
 * @param cpuPercent CPU time of all threads of this process, in percent of one CPU
 * @param responseNs intended to received; null for a closed loop, which has no intended times
 * @param roundTripNs time from sent to received
 * @param sendLagNs intended to sent, the sender's own share; null for a closed loop
 */
public record PassResult(
        int bytes,
        long sent,
        long lost,
        long duplicates,
        double cpuPercent,
        @Nullable LatencyFigures responseNs,
        LatencyFigures roundTripNs,
        @Nullable LatencyFigures sendLagNs) {
    /** Name of the delay caused by the sender, not by the network. */
    static final String SEND_LAG = "send lag";

    public PassResult {
        Objects.requireNonNull(roundTripNs, "roundTripNs is missing");
        Stream.of(responseNs, roundTripNs, sendLagNs)
                .filter(Objects::nonNull)
                .flatMap(figures -> figures.percentiles().values().stream())
                .forEach(figure -> Objects.requireNonNull(figure, "a percentile is missing"));
    }

    /** Returns the number of replies received before their message was sent, as from a server that does not echo. */
    long early() {
        return roundTripNs.negative();
    }

    /** Returns the available latencies by display name. */
    public Map<String, LatencyFigures> latencies() {
        Map<String, LatencyFigures> latencies = new LinkedHashMap<>();
        if (responseNs != null) {
            latencies.put("response", responseNs);
        }
        latencies.put("round trip", roundTripNs);
        if (sendLagNs != null) {
            latencies.put(SEND_LAG, sendLagNs);
        }
        return latencies;
    }

    /**
     * Plan of one pass of equal-sized messages to a server.
     *
     * @param bytes message size
     * @param ratePerSecond send rate of an open loop; 0 for a closed loop, which sends each message after the previous
     *     reply
     * @param warmUp messages sent first, not counted
     * @param messages number of messages to count; upper limit for a closed loop
     * @param durationNs duration of a closed loop
     * @param timeoutNs time to wait for replies after the last message; in a closed loop also for each reply before the next
     * message
     */
    record PingPlan(int bytes, int ratePerSecond, int warmUp, int messages, long durationNs, long timeoutNs) {
        private static final long SECOND_NS = 1_000_000_000L;

        boolean open() {
            return ratePerSecond > 0;
        }

        int all() {
            return warmUp + messages;
        }

        /** Returns the intended time of a message, which depends only on the time of the first message. */
        long intendedNs(long firstNs, long sequence) {
            return firstNs + sequence * SECOND_NS / ratePerSecond;
        }
    }
}
