package org.ticktoquote.host.hiccups;

import org.HdrHistogram.Histogram;
import org.ticktoquote.core.hiccup.HiccupMeter;
import org.ticktoquote.core.linux.Pinning;

/** A {@link HiccupMeter} that is pinned to a CPU. */
final class WakeUpMeter implements Meter {
    private final HiccupMeter meter;
    private volatile boolean measuring;
    private volatile String trouble = "";

    WakeUpMeter(int cpu, long intervalNs) {
        this.meter = HiccupMeter.prepared("cpu-" + cpu, intervalNs, () -> {
            trouble = Pinning.pin(cpu);
            measuring = true;
        });
    }

    @Override
    public Histogram takeInterval() {
        return meter.takeInterval();
    }

    @Override
    public boolean measuring() {
        return measuring;
    }

    @Override
    public String trouble() {
        boolean slack = meter.timerSlackNs() > 1;
        return slack ? "timer slack stays at " + meter.timerSlackNs() + " ns" : trouble;
    }

    @Override
    public void close() {
        meter.close();
    }
}
