package org.ticktoquote.analysis.rate;

import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * What the schedule offered to the application in the measured part.
 *
 * @param ticks intended
 * @param seconds of the measured part
 * @param perSecond mean
 * @param peakPerSecond in the densest 100 ms, of all; null where the results of single ticks are not kept
 */
public record OfferedRate(
        long ticks,
        double seconds,
        double perSecond,
        @Nullable Double peakPerSecond) {
    private static final long PEAK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double NS_PER_S = 1e9;

    /** Of a run. */
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

    /** Ticks in the densest window, wherever it begins. */
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
