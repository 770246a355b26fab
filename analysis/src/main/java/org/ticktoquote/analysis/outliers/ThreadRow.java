package org.ticktoquote.analysis.outliers;

import java.util.List;

/**
 * What a thread of the application did around an episode.
 *
 * @param name as Java has it where that is known, else as the kernel has it
 * @param ran share of each slice of the view's time for which it ran; empty where nobody looked
 * @param ready likewise, for which it was ready without a CPU
 * @param waits known to the moment: what others held, and CPUs that others had
 */
public record ThreadRow(String name, List<Double> ran, List<Double> ready, List<EpisodeView.Band> waits) {
    public ThreadRow {
        ran = List.copyOf(ran);
        ready = List.copyOf(ready);
        waits = List.copyOf(waits);
    }
}
