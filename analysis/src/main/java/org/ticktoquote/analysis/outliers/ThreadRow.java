package org.ticktoquote.analysis.outliers;

import java.util.List;

/**
 * Activity of an application thread around an episode.
 *
 * @param name Java's name of the thread if known, otherwise the kernel's
 * @param ran fraction of each time slice of the view in which the thread ran; empty without samples
 * @param ready fraction of each time slice in which the thread waited for a CPU; empty without samples
 * @param waits intervals with exact times in which the thread waited for a resource held by another thread, or for a
 *     CPU
 */
public record ThreadRow(String name, List<Double> ran, List<Double> ready, List<EpisodeView.Band> waits) {
    public ThreadRow {
        ran = List.copyOf(ran);
        ready = List.copyOf(ready);
        waits = List.copyOf(waits);
    }
}
