package org.ticktoquote.analysis.evidence;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.HostSample;

/** Kinds of host figures, each with its name for users and the reason why a host can lack it. */
enum HostKind {
    RUN_QUEUE("run queue", "the host does not show it in /proc/loadavg"),
    CPU_QUEUES(
            "run queues of its CPUs",
            "the kernel has no /proc/schedstat (CONFIG_SCHEDSTATS), or a version other than 15 to 17"),
    QUOTA("CPU quota", "the control group of the application has no quota, or the host does not show it"),
    PRESSURE("pressure", "the kernel has no /proc/pressure, or was booted with psi=0"),
    INTERRUPTS("interrupts", "the host shows neither /proc/interrupts nor /proc/softirqs"),
    FREQUENCY("frequency", "the host does not show it: its CPUs have no cpufreq");

    private final String text;
    private final String unseen;

    HostKind(String text, String unseen) {
        this.text = text;
        this.unseen = unseen;
    }

    String text() {
        return text;
    }

    /**
     * Creates the source of this kind.
     *
     * @param absence reason for missing samples; can be empty
     * @param reservation description of gaps in the samples; empty if complete
     */
    EvidenceSource source(List<HostSample> samples, String absence, String reservation, @Nullable Long costNs) {
        int telling = (int) samples.stream().filter(this::isIn).count();
        if (telling > 0) {
            return new EvidenceSource(EvidenceSource.HOST, text, telling, "", reservation, costNs);
        }
        String reason = samples.isEmpty() ? "its host was not sampled" : unseen;
        return new EvidenceSource(
                EvidenceSource.HOST, text, 0, absence.isEmpty() ? reason : absence, reservation, null);
    }

    private boolean isIn(HostSample look) {
        return HostFigure.of(this).stream()
                .anyMatch(figure -> figure.mean(List.of(look)).isPresent());
    }
}
