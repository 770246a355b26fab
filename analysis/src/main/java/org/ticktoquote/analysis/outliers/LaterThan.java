package org.ticktoquote.analysis.outliers;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Threshold of late ticks: a percentile of the run's own last client, or a time.
 *
 * @param share fraction of the ticks beyond the percentile; 0 for a time
 * @param timeNs the time; 0 for a percentile
 */
public record LaterThan(double share, long timeNs) {
    private static final double BEYOND_P99 = 0.01;
    private static final double BEYOND_P999 = 0.001;

    /** The p99 of each run. */
    public static final LaterThan P99 = new LaterThan(BEYOND_P99, 0);

    /** Parses the value of an option: {@code p99}, {@code p99.9} or {@code 5ms}. */
    public static LaterThan parse(String option, String text) {
        return switch (text) {
            case "p99" -> P99;
            case "p99.9" -> new LaterThan(BEYOND_P999, 0);
            default -> new LaterThan(0, timeNs(option, text));
        };
    }

    private static long timeNs(String option, String text) {
        try {
            long ns = DurationText.parse(text);
            if (ns > 0) {
                return ns;
            }
        } catch (ProblemException noDuration) {
            throw refused(option, text);
        }
        throw refused(option, text);
    }

    private static ProblemException refused(String option, String text) {
        return Problem.of(option)
                .value(text)
                .expected("p99, p99.9 or a time such as 5ms")
                .exception();
    }

    /** Returns the threshold for a run; null if the percentile falls among lost ticks, or without ticks. */
    @Nullable
    Long ns(ClientStatistics lastClient) {
        return share == 0 ? (Long) timeNs : lastClient.percentileNs(share);
    }

    @Override
    public String toString() {
        return share == 0 ? DurationText.format(timeNs) : share == BEYOND_P99 ? "p99" : "p99.9";
    }
}
