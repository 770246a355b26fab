package org.ticktoquote.analysis.summary;

import java.util.List;
import org.ticktoquote.core.run.RunManifest;

/**
 * What preceded the measured replay, as the manifest tells it; in no latency.
 *
 * @param blockMedianNs of the last blocks of answers to the first session
 * @param blockTailNs their p90
 * @param blockBacklog at their ends, ticks sent that were newer than any answered one; empty where that cannot be known
 * @param answersAfter snapshots that the first session received after the last tick
 * @param unsteady of {@code blocks}, {@code median}, {@code tail}, {@code backlog}; empty when it was steady
 */
public record WarmUpFigures(
        long ticks,
        double burstRate,
        boolean steady,
        List<Long> blockMedianNs,
        double tolerance,
        List<Long> blockTailNs,
        List<Long> blockBacklog,
        long answersAfter,
        List<String> unsteady) {
    public WarmUpFigures {
        blockMedianNs = List.copyOf(blockMedianNs);
        blockTailNs = List.copyOf(blockTailNs);
        blockBacklog = List.copyOf(blockBacklog);
        unsteady = List.copyOf(unsteady);
    }

    /** Of a manifest's. */
    public static WarmUpFigures of(RunManifest.WarmUp warmUp) {
        return new WarmUpFigures(
                warmUp.ticks(),
                warmUp.burstRate(),
                warmUp.steady(),
                warmUp.blockMedianNs(),
                warmUp.tolerance(),
                warmUp.blockTailNs(),
                warmUp.blockBacklog(),
                warmUp.answersAfter(),
                warmUp.unsteady());
    }
}
