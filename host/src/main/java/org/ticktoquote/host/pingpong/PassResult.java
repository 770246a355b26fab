package org.ticktoquote.host.pingpong;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/**
 * What a passage of equal messages found; counts are of the counted messages, without the warm-up.
 *
 * @param bytes of a message
 * @param sent messages
 * @param lost of them: no reply within the timeout. They rank above every measured value
 * @param duplicates replies that came again
 * @param cpuPercent of one CPU that this process used meanwhile, all its threads
 * @param responseNs intended to received; null of a closed loop, which intends nothing
 * @param roundTripNs sent to received
 * @param sendLagNs intended to sent: the sender's own share; null of a closed loop
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
    /** The sender's own share: no property of the network. */
    static final String SEND_LAG = "send lag";

    public PassResult {
        Objects.requireNonNull(roundTripNs, "roundTripNs is missing");
        Stream.of(responseNs, roundTripNs, sendLagNs)
                .filter(Objects::nonNull)
                .flatMap(figures -> figures.percentiles().values().stream())
                .forEach(figure -> Objects.requireNonNull(figure, "a percentile is missing"));
    }

    /** Replies that came before their message was sent: the server does not answer what it is sent. */
    long early() {
        return roundTripNs.negative();
    }

    /** The latencies that it has, by their names for people. */
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
}
