package org.ticktoquote.analysis.measures;

import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.HdrHistogram.Histogram;
import org.agrona.collections.LongLongConsumer;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.SecondSpool;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Quote ages found by one thread, in total and by second of the tick's intended time. The results hold only the worst age
 * of each tick.
 */
public final class QuoteAges implements LongLongConsumer, AutoCloseable {
    private final Distribution all;
    private final SecondSpool seconds;
    private final long t0Ns;
    /** Last second and its start, cached because ages of one second arrive together. */
    private long second;

    private long secondNs;

    /** @param t0Ns intended time of the first tick */
    public QuoteAges(TickResults results, long uncertaintyNs, long t0Ns) {
        this.all = new Distribution(Latency.QUOTE_AGE.field(), Latency.QUOTE_AGE.label(), uncertaintyNs);
        this.seconds = new SecondSpool(results.file());
        this.t0Ns = t0Ns;
        this.secondNs = t0Ns;
    }

    /** Adds the age of a snapshot that reflects the tick with an intended time; negative only through clock error. */
    @Override
    public void accept(long intendedNs, long ageNs) {
        all.record(ageNs);
        if (Long.compareUnsigned(intendedNs - secondNs, RunSeconds.LENGTH_NS) >= 0) {
            second = RunSeconds.second(intendedNs, t0Ns);
            secondNs = t0Ns + second * RunSeconds.LENGTH_NS;
        }
        seconds.record(second, ageNs);
    }

    public Distribution all() {
        return all;
    }

    /** Returns the {@link RunSeconds#of values by second} of several threads. */
    static Consumer<ObjLongConsumer<Histogram>> seconds(List<QuoteAges> parts) {
        return visitor -> each(parts, visitor);
    }

    private static void each(List<QuoteAges> parts, ObjLongConsumer<Histogram> visitor) {
        TreeSet<Long> seconds = new TreeSet<>();
        parts.forEach(part -> seconds.addAll(part.seconds.seconds()));
        Histogram sum = Distribution.emptyHistogram();
        for (long second : seconds) {
            sum.reset();
            parts.forEach(part -> part.seconds.addTo(second, sum));
            visitor.accept(sum, second);
        }
    }

    @Override
    public void close() {
        seconds.close();
    }
}
