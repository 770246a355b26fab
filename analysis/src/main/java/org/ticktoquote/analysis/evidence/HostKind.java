package org.ticktoquote.analysis.evidence;

import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.core.evidence.HostLook;

/** What is looked at of a host. */
enum HostKind {
    PRESSURE(
            "pressure",
            "the kernel counts none: it has no /proc/pressure, or was booted with psi=0",
            HostFigure.CPU,
            HostFigure.CPU_ALL,
            HostFigure.DISK,
            HostFigure.DISK_ALL,
            HostFigure.MEMORY,
            HostFigure.MEMORY_ALL),
    INTERRUPTS(
            "interrupts",
            "the host shows neither /proc/interrupts nor /proc/softirqs",
            HostFigure.INTERRUPTS,
            HostFigure.SOFTIRQS),
    FREQUENCY("frequency", "the host does not show it: its CPUs have no cpufreq", HostFigure.SLOWEST);

    private final String text;
    private final String unseen;
    private final List<HostFigure> figures;

    HostKind(String text, String unseen, HostFigure... figures) {
        this.text = text;
        this.unseen = unseen;
        this.figures = List.of(figures);
    }

    String text() {
        return text;
    }

    List<HostFigure> figures() {
        return figures;
    }

    HostSource source(List<HostLook> looks, String absence, OptionalLong costNs) {
        int telling = (int) looks.stream()
                .filter(look -> figures.stream()
                        .anyMatch(figure -> figure.mean(List.of(look)).isPresent()))
                .count();
        String reason = absence.isEmpty() && looks.isEmpty() ? "its host was not looked at" : absence;
        return new HostSource(
                text,
                telling,
                telling > 0 ? "" : reason.isEmpty() ? unseen : reason,
                telling > 0 ? costNs : OptionalLong.empty());
    }
}
