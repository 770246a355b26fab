package org.ticktoquote.host.hiccups;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.ticktoquote.core.hiccup.Delays;

/** The intervals of one meter as they come in. For the thread that runs the measurement. */
final class CpuSeries {
    private static final int DIGITS = 3;

    private final int cpu;
    private final MeterKind kind;
    private final Meter meter;
    private final Histogram total = new Histogram(DIGITS);
    private final List<Long> timeline = new ArrayList<>();

    CpuSeries(int cpu, MeterKind kind, Meter meter) {
        this.cpu = cpu;
        this.kind = kind;
        this.meter = meter;
    }

    Meter meter() {
        return meter;
    }

    /** Names it in a log of intervals. */
    String tag() {
        return "cpu-" + cpu + "-" + kind.word();
    }

    /** Forgets what came so far. */
    void begin() {
        meter.takeInterval();
    }

    /** Takes what came since the last time, and returns it. */
    Histogram take() {
        Histogram interval = meter.takeInterval();
        total.add(interval);
        timeline.add(interval.getTotalCount() == 0 ? 0L : interval.getMaxValue());
        return interval;
    }

    /**
     * Everything since the beginning.
     *
     * @param measuredNs time since then
     */
    CpuHiccups result(long measuredNs) {
        boolean gaps = kind == MeterKind.SPIN_GAP;
        return new CpuHiccups(
                cpu,
                kind.word(),
                measuredNs,
                total.getTotalCount(),
                Delays.of(total, total.getMaxValue()),
                gaps ? Math.round(total.getMean() * total.getTotalCount()) : 0,
                timeline,
                meter.trouble());
    }
}
