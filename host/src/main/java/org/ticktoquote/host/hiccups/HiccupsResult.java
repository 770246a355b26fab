package org.ticktoquote.host.hiccups;

import java.util.Comparator;
import java.util.List;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.file.JsonText;

/**
 * A measurement as JSON holds it; field names are stable.
 *
 * @param startedAt ISO-8601 UTC
 * @param product that measured
 * @param durationNs of each kind of meter
 * @param wakeIntervalNs between scheduled wake-ups
 * @param gapThresholdNs of spin gaps
 * @param timelineIntervalNs between points of a timeline
 * @param hostFingerprint hash of the host's fingerprint
 * @param cpus one for each CPU and meter
 */
public record HiccupsResult(
        String startedAt,
        String product,
        long durationNs,
        long wakeIntervalNs,
        long gapThresholdNs,
        long timelineIntervalNs,
        String hostFingerprint,
        List<CpuHiccups> cpus) {

    public HiccupsResult {
        cpus = List.copyOf(cpus);
    }

    /** What one kind of meter found, by CPU. */
    List<CpuHiccups> of(MeterKind kind) {
        return cpus.stream().filter(one -> one.meter().equals(kind.word())).toList();
    }

    /** The sum in a sentence. */
    String worst() {
        return cpus.stream()
                .max(Comparator.comparingLong(one -> one.delays().maxNs()))
                .map(one -> "The longest delay is "
                        + DurationText.format(one.delays().maxNs()) + ": CPU " + one.cpu() + ", " + one.meter() + ".")
                .orElse("Nothing was measured.");
    }

    /** As JSON. */
    public String json() {
        return JsonText.pretty(this);
    }
}
