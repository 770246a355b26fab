package org.ticktoquote.comparison.gate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.ClientStatistics;

/** Statistic of a run, compared as its natural logarithm, so that differences are ratios. */
public enum GateStatistic {
    P50("p50"),
    P99("p99"),
    /** Geometric mean of the slowest 1 % of the ticks, each capped at p99.99. */
    TAIL("tail"),
    /** Share of ticks later than the policy's threshold. */
    SHARE("share"),
    P90("p90"),
    P99_9("p99.9"),
    P99_99("p99.99"),
    MAX("max");

    private static final double HALF_A_TICK = 0.5;

    private final String text;

    GateStatistic(String text) {
        this.text = text;
    }

    /** Returns the name in policies, files and tables. */
    @JsonValue
    public String text() {
        return text;
    }

    /** Returns the statistic with this name; empty if there is none. */
    public static Optional<GateStatistic> of(String name) {
        return Arrays.stream(values()).filter(each -> each.text.equals(name)).findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(GateStatistic::text).toList();
    }

    /**
     * Returns the logarithm of a run's statistic; empty without ticks, or if its rank falls among lost ticks.
     *
     * @param thresholdNs threshold of {@link #SHARE}, whose count is increased by half a tick to avoid minus infinity
     */
    public OptionalDouble log(ClientStatistics run, long thresholdNs) {
        return switch (this) {
            case P50 -> log(run.p50Ns());
            case P99 -> log(run.p99Ns());
            case TAIL -> log(run.tailNs());
            case SHARE -> share(run, thresholdNs);
            case P90 -> log(run.percentileNs(0.1));
            case P99_9 -> log(run.percentileNs(0.001));
            case P99_99 -> log(run.percentileNs(0.0001));
            case MAX -> log(run.maxNs());
        };
    }

    private static OptionalDouble share(ClientStatistics run, long thresholdNs) {
        return run.ticks() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(StrictMath.log((run.later(thresholdNs) + HALF_A_TICK) / run.ticks()));
    }

    private static OptionalDouble log(@Nullable Long valueNs) {
        return valueNs == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(StrictMath.log((double) Math.max(1, valueNs)));
    }
}
