package org.ticktoquote.analysis.summary;

import java.util.List;

/** What preceded the measured replay, as the manifest tells it; in no latency. */
public record WarmUpFigures(long ticks, double burstRate, boolean steady, List<Long> blockMedianNs, double tolerance) {
    public WarmUpFigures {
        blockMedianNs = List.copyOf(blockMedianNs);
    }
}
