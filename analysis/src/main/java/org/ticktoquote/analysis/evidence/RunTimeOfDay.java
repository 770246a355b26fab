package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/**
 * Translation from the time of day of the application's host to the run's clock, from the clock readings in
 * {@code run.json}.
 *
 * @param translation from ns since 1970-01-01 UTC; empty if unavailable
 * @param absence why it is unavailable
 */
record RunTimeOfDay(Optional<ClockTranslation> translation, String absence) {
    /** A larger change is a step, not a correction. */
    private static final long MAX_SLEW_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Creates the translation for a host that the harness and the application share. */
    static RunTimeOfDay of(RunManifest manifest) {
        if (manifest.time().translations().containsKey(Role.APPLICATION)) {
            return absent("the application ran on another host, and the run did not read its time of day");
        }
        List<ClockTranslation.Point> points = new ArrayList<>();
        ClockTranslation harness = manifest.translation(Role.HARNESS);
        ClockPair last = null;
        for (ClockPair pair : manifest.time().clocks()) {
            long slewNs = last == null ? 0 : Math.abs(last.slewNs(pair));
            if (slewNs > MAX_SLEW_NS) {
                return absent("the time of day was changed during the run by " + DurationText.format(slewNs)
                        + ": times of the recording cannot be translated");
            }
            if (last != null && pair.realtimeNs() <= last.realtimeNs()) {
                continue; // the time of day stood still or was set back slightly, and points must rise
            }
            points.add(new ClockTranslation.Point(
                    pair.realtimeNs(), harness.toRun(pair.monotonicNs()), pair.uncertaintyNs() + slewNs));
            last = pair;
        }
        return points.isEmpty()
                ? absent("run.json has no clock readings")
                : new RunTimeOfDay(Optional.of(new ClockTranslation(points)), "");
    }

    private static RunTimeOfDay absent(String reason) {
        return new RunTimeOfDay(Optional.empty(), reason);
    }
}
