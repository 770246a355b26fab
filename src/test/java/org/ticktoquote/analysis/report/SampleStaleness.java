package org.ticktoquote.analysis.report;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.TimeDistribution;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.StaleFigures.Beyond;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;

/** Made-up staleness: every answer is preceded by a price that grew old from 0 to its response. */
final class SampleStaleness {
    private static final String LABEL = "staleness: age of the oldest due tick newer than the price";

    private final long[] soonestNs;
    private final long[] latestNs;
    private final long totalNs;

    /** Of responses under two attributions, in the time of all sessions and pairs. */
    SampleStaleness(long[] soonestNs, long[] latestNs, long totalNs) {
        this.soonestNs = soonestNs.clone();
        this.latestNs = latestNs.clone();
        this.totalNs = totalNs;
    }

    private static TimeDistribution times(long[] responses) {
        TimeDistribution times = new TimeDistribution();
        Arrays.stream(responses).forEach(response -> times.stretch(0, response));
        return times;
    }

    StaleFigures figures() {
        TimeDistribution soonest = times(soonestNs);
        TimeDistribution latest = times(latestNs);
        return new StaleFigures(
                LABEL,
                new StaleFigures.Times(
                        new Interval(totalNs, totalNs),
                        both(soonest, latest, TimeDistribution::staleNs),
                        new Interval(0, 0),
                        false),
                new StaleFigures.Ages(
                        both(soonest, latest, TimeDistribution::maximumNs),
                        both(soonest, latest, times -> Math.round(times.meanNs(totalNs))),
                        both(soonest, latest, times -> times.percentile(0.5, totalNs)),
                        both(soonest, latest, times -> times.percentile(0.9, totalNs)),
                        both(soonest, latest, times -> times.percentile(0.99, totalNs)),
                        both(soonest, latest, times -> times.percentile(0.999, totalNs)),
                        both(soonest, latest, times -> times.percentile(0.9999, totalNs))),
                Staleness.THRESHOLDS_NS.stream().map(this::beyond).toList());
    }

    private static Interval both(
            TimeDistribution soonest, TimeDistribution latest, ToLongFunction<TimeDistribution> of) {
        return new Interval(of.applyAsLong(soonest), of.applyAsLong(latest));
    }

    private Beyond beyond(long thresholdNs) {
        ToLongFunction<long[]> time = responses ->
                Arrays.stream(responses).map(r -> Math.max(0, r - thresholdNs)).sum();
        ToDoubleFunction<long[]> ticks = responses ->
                (double) Arrays.stream(responses).filter(r -> r > thresholdNs).count() / responses.length;
        long low = time.applyAsLong(soonestNs);
        long high = time.applyAsLong(latestNs);
        return new Beyond(
                thresholdNs,
                new Interval(low, high),
                (double) low / totalNs,
                (double) high / totalNs,
                ticks.applyAsDouble(soonestNs),
                ticks.applyAsDouble(latestNs));
    }

    BeyondCurve latest() {
        return times(latestNs).beyond("stalenessNs", LABEL, totalNs);
    }

    BeyondCurve soonest() {
        return times(soonestNs).beyond("stalenessNs", LABEL, totalNs);
    }
}
