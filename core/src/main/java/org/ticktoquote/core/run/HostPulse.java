package org.ticktoquote.core.run;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Baseline delays of a host while no application runs, as 90th percentiles.
 *
 * @param timerNs lateness of a timer at 1 kHz
 * @param roundTripNs round trip of a datagram on loopback
 */
public record HostPulse(long timerNs, long roundTripNs) {
    /** Prefix of the facts in {@code run.json} about the pulse before a run. */
    public static final String BEFORE = "pulse.before.";
    /** Prefix of the facts about the pulse after a run. */
    public static final String AFTER = "pulse.after.";

    private static final String TIMER = "timerNs";
    private static final String ROUND_TRIP = "roundTripNs";

    /** Returns the facts under a prefix. */
    public Map<String, String> facts(String prefix) {
        return Map.of(prefix + TIMER, Long.toString(timerNs), prefix + ROUND_TRIP, Long.toString(roundTripNs));
    }

    /**
     * Returns the mean of the logarithms of a run's four delays.
     *
     * @param facts recorded facts about the host. The result is empty if one of the delays is missing or not positive
     */
    public static OptionalDouble log(Map<String, String> facts) {
        double[] logs = Stream.of(BEFORE + TIMER, BEFORE + ROUND_TRIP, AFTER + TIMER, AFTER + ROUND_TRIP)
                .mapToDouble(name -> log(facts.get(name)))
                .filter(Double::isFinite)
                .toArray();
        return logs.length < 4
                ? OptionalDouble.empty()
                : OptionalDouble.of((logs[0] + logs[1] + logs[2] + logs[3]) / logs.length);
    }

    private static double log(@Nullable String ns) {
        try {
            return ns == null ? Double.NaN : StrictMath.log((double) Long.parseLong(ns));
        } catch (NumberFormatException foreign) {
            return Double.NaN;
        }
    }
}
