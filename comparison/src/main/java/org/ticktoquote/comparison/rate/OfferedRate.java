package org.ticktoquote.comparison.rate;

import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Rate offered by the schedule in the measured part of a run.
 *
 * @param ticks intended ticks
 * @param seconds length of the measured part
 * @param perSecond mean rate
 * @param peakPerSecond highest rate in any 100 ms; null without tick results
 */
public record OfferedRate(
        long ticks,
        double seconds,
        double perSecond,
        @Nullable Double peakPerSecond) {
    private static final long PEAK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double NS_PER_S = 1e9;

    static OfferedRate of(RunDirectory directory, RunManifest manifest) {
        RunManifest.Replay replay = manifest.replay();
        double seconds = (replay.toNs() - replay.fromNs()) / replay.speed() / NS_PER_S;
        return new OfferedRate(replay.ticks(), seconds, replay.ticks() / seconds, peak(directory, manifest));
    }

    private static @Nullable Double peak(RunDirectory directory, RunManifest manifest) {
        if (!Files.exists(directory.tickResults())) {
            return null;
        }
        try (TickResults results = TickResults.open(directory.tickResults(), manifest.identity())) {
            return most(results) * NS_PER_S / PEAK_NS;
        }
    }

    /** Returns the number of ticks in the densest window, starting at any tick. */
    private static double most(TickResults results) {
        long most = 0;
        long first = 1;
        for (long tick = 1; tick <= results.ticks(); tick++) {
            while (results.intendedNs(tick) - results.intendedNs(first) >= PEAK_NS) {
                first++;
            }
            most = Math.max(most, tick - first + 1);
        }
        return most;
    }
}
