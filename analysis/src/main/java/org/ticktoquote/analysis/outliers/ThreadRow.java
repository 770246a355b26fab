package org.ticktoquote.analysis.outliers;

import java.util.List;

/**
 * Activity of an application thread around an episode.
 *
 * @param name the Java name if known, otherwise the kernel's
 * @param ran share of each slice of the view in which it ran; empty without samples
 * @param ready share of each slice in which it was ready without a CPU; empty without samples
 * @param waits with exact times: for resources held by other threads, and for CPUs
 */
public record ThreadRow(String name, List<Double> ran, List<Double> ready, List<EpisodeView.Band> waits) {
    public ThreadRow {
        ran = List.copyOf(ran);
        ready = List.copyOf(ready);
        waits = List.copyOf(waits);
    }
}
