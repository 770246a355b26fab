package org.ticktoquote.host.pingpong;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.host.pingpong.PingReceiver.PingTimes;

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

    /** Distributions of a pass, with ranks, losses and support computed as in a run. */
    static final class PassFigures {
        private final PingTimes times;
        private final int from;
        private final int to;

        /** Covers the messages from {@code from} (inclusive) to {@code to} (exclusive). */
        PassFigures(PingTimes times, int from, int to) {
            this.times = times;
            this.from = from;
            this.to = to;
        }

        LatencyFigures response() {
            return figures(
                    "response: intended -> reply, every message",
                    sequence -> times.receivedNs(sequence) - times.intendedNs(sequence));
        }

        LatencyFigures roundTrip() {
            return figures(
                    "round trip: sent -> reply, every message",
                    sequence -> times.receivedNs(sequence) - times.sentNs(sequence));
        }

        LatencyFigures sendLag() {
            Distribution lags = new Distribution("send-lag", "send lag: intended -> sent, every message", 0);
            for (int sequence = from; sequence < to; sequence++) {
                lags.record(lag(sequence));
            }
            return SupportedDistribution.of(lags, Support.of(series(sequence -> Math.max(0, lag(sequence)))))
                    .figures();
        }

        private long lag(int sequence) {
            return times.sentNs(sequence) - times.intendedNs(sequence);
        }

        private LatencyFigures figures(String label, IntToLongFunction value) {
            Distribution distribution = new Distribution("pingpong", label, 0);
            for (int sequence = from; sequence < to; sequence++) {
                if (times.answered(sequence)) {
                    distribution.record(value.applyAsLong(sequence));
                } else {
                    distribution.censor();
                }
            }
            TickSeries answers = series(
                    sequence -> times.answered(sequence) ? Math.max(0, value.applyAsLong(sequence)) : TickSeries.LOST);
            return SupportedDistribution.of(distribution, Support.of(answers)).figures();
        }

        /** Treats each message as a tick. */
        private TickSeries series(IntToLongFunction value) {
            return visitor -> {
                for (int sequence = from; sequence < to; sequence++) {
                    visitor.accept(times.intendedNs(sequence), value.applyAsLong(sequence));
                }
            };
        }

        long lost() {
            long lost = 0;
            for (int sequence = from; sequence < to; sequence++) {
                lost += times.answered(sequence) ? 0 : 1;
            }
            return lost;
        }
    }
}
