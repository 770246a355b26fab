package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;

/** One value per percentile, in nanoseconds; null if refused or unknown. */
public record ShareFigures(
        @Nullable Long p50,
        @Nullable Long p90,
        @Nullable Long p99,
        @JsonProperty("p99_9") @Nullable Long p999,
        @JsonProperty("p99_99") @Nullable Long p9999,
        @Nullable Long max) {
    public static final ShareFigures NONE = new ShareFigures(null, null, null, null, null, null);

    /** Returns the upper bounds of a latency's percentiles. */
    public static ShareFigures of(LatencyFigures figures) {
        return new ShareFigures(
                figures.p50().high(),
                figures.p90().high(),
                figures.p99().high(),
                figures.p999().high(),
                figures.p9999().high(),
                figures.max());
    }

    /** Returns the known values by name, in the order of the file. */
    public Map<String, Long> named() {
        Map<String, Long> named = new LinkedHashMap<>();
        put(named, "p50", p50);
        put(named, "p90", p90);
        put(named, "p99", p99);
        put(named, "p99_9", p999);
        put(named, "p99_99", p9999);
        put(named, "max", max);
        return named;
    }

    private static void put(Map<String, Long> named, String name, @Nullable Long ns) {
        if (ns != null) {
            named.put(name, ns);
        }
    }

    /** Returns whether every value is known. */
    public boolean whole() {
        return p50 != null && p90 != null && p99 != null && p999 != null && p9999 != null && max != null;
    }

    /** Combines the values of each percentile. A result is null if either value is. */
    public ShareFigures with(ShareFigures other, LongBinaryOperator join) {
        return new ShareFigures(
                join(p50, other.p50, join),
                join(p90, other.p90, join),
                join(p99, other.p99, join),
                join(p999, other.p999, join),
                join(p9999, other.p9999, join),
                join(max, other.max, join));
    }

    private static @Nullable Long join(@Nullable Long one, @Nullable Long other, LongBinaryOperator join) {
        return one == null || other == null ? null : Long.valueOf(join.applyAsLong(one, other));
    }
}
