package org.ticktoquote.analysis.observation;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.audit.ProcessAudit;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.summary.ConnectionSummary;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.Role;

/** Observes the harness processes and their host, independently of the application. */
public final class AuditObservations {
    /** Clock sources that are read without a system call and run at the same rate on every CPU. */
    private static final Set<String> GOOD_CLOCKS = Set.of("tsc", "arch_sys_counter");

    private static final Map<String, String> STALL_RULES = Map.of(
            Role.REPLAYER, Rule.REPLAYER_STALL,
            Role.CLIENTS, Rule.CLIENTS_STALL,
            Role.HARNESS, Rule.HARNESS_STALL);

    private final RunAudit audit;
    private final SelfAuditFigures figures;
    private final ObservationList found = new ObservationList();

    private AuditObservations(RunAudit audit, SelfAuditFigures figures) {
        this.audit = audit;
        this.figures = figures;
    }

    /** Returns all observations in a fixed order, including those without a finding. */
    public static List<Observation> of(RunAudit audit, SelfAuditFigures figures) {
        AuditObservations observations = new AuditObservations(audit, figures);
        observations.completeness();
        observations.figures.harnessProcesses().forEach(observations::stall);
        observations.collectors();
        observations.throttling();
        observations.clocks();
        observations.network();
        observations.behind();
        return observations.found.all();
    }

    private void completeness() {
        List<String> damages = figures.harnessProcesses().stream()
                .map(HarnessProcess::damage)
                .filter(damage -> !damage.isEmpty())
                .toList();
        found.count(
                Rule.SELF_AUDIT_INCOMPLETE,
                damages.size(),
                "The influence of the harness on the run is only partly known: " + String.join(", ", damages) + ".");
    }

    private void stall(HarnessProcess process) {
        long longestNs = audit.longestStallNs(process.process());
        @Nullable Long stalls = process.stalls();
        found.count(
                STALL_RULES.getOrDefault(process.process(), Rule.HARNESS_STALL),
                longestNs,
                "The longest " + (stalls == null ? "known " : "") + "stall of " + process.process() + " is "
                        + DurationText.format(longestNs) + ", stalls of "
                        + DurationText.format(figures.stallLimitNs()) + " and more: "
                        + (stalls == null ? "unknown" : stalls) + ".");
    }

    private void collectors() {
        long longestNs = figures.harnessProcesses().stream()
                .mapToLong(process -> audit.longestPauseNs(process.process()))
                .max()
                .orElse(0);
        String text = figures.harnessProcesses().stream().map(this::collector).collect(Collectors.joining("; "));
        found.count(Rule.GC_PAUSE, longestNs, "Collectors: " + text + ".");
    }

    private String collector(HarnessProcess process) {
        @Nullable Long pauses = process.gcPauses();
        String longest = DurationText.format(audit.longestPauseNs(process.process()));
        if (pauses == null) {
            return process.process() + " unknown, the longest known pause " + longest;
        }
        return process.process() + " " + pauses + (pauses == 1 ? " pause, " : " pauses, the longest ") + longest;
    }

    private void throttling() {
        long throttledNs = figures.harnessProcesses().stream()
                .map(process -> process.throttledNs())
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        found.percent(
                Rule.THROTTLING,
                throttledNs,
                audit.measuredNs(),
                "A quota of CPU time kept a process of the harness from running for " + DurationText.format(throttledNs)
                        + ".");
    }

    private void clocks() {
        List<String> namespaces = audit.processes().stream()
                .filter(process -> process.clock().equals(ClockTranslation.NONE))
                .flatMap(ProcessAudit::timeNamespace)
                .distinct()
                .toList();
        found.count(
                Rule.TIME_NAMESPACE,
                Math.max(0, namespaces.size() - 1),
                "The processes are in different time namespaces: " + String.join(", ", namespaces) + ".");
        List<String> sources = audit.processes().stream()
                .flatMap(process -> process.clockSources().stream())
                .distinct()
                .toList();
        long changes = audit.processes().stream()
                .collect(Collectors.groupingBy(
                        ProcessAudit::clock,
                        Collectors.flatMapping(process -> process.clockSources().stream(), Collectors.toSet())))
                .values()
                .stream()
                .mapToLong(ofOneClock -> Math.max(0, ofOneClock.size() - 1))
                .sum();
        found.count(
                Rule.CLOCK_SOURCE_CHANGED,
                changes,
                "The kernel's clock source changed: " + String.join(", ", sources) + ".");
        found.flag(
                Rule.CLOCK_SOURCE,
                !GOOD_CLOCKS.containsAll(sources),
                "The kernel's clock source is " + String.join(", ", sources) + ".");
    }

    private void network() {
        long retransmits = figures.connections().stream()
                .mapToLong(connection -> Math.max(0, connection.retransmits()))
                .sum();
        found.counted(
                Rule.TCP_RETRANSMITS,
                retransmits,
                "segment to the clients was",
                "segments to the clients were",
                " retransmitted because they had not arrived");
        List<ConnectionSummary> slow = figures.connections().stream()
                .filter(connection -> connection.windowLimitedNs() > 0 || connection.closedWindows() > 0)
                .toList();
        found.count(
                Rule.ZERO_WINDOW,
                slow.size(),
                "Clients did not read in time and the application could not send: "
                        + slow.stream().map(AuditObservations::heldUp).collect(Collectors.joining(", ")) + ".");
        found.counted(
                Rule.UDP_RECEIVE_ERRORS,
                audit.harnessDelta(AuditSample.UDP_RECEIVE_ERRORS),
                "datagram was",
                "datagrams were",
                " dropped by UDP sockets of any process on this host");
    }

    /** Observes answers that reached the clients' sockets in time but were read late. */
    private void behind() {
        List<ConnectionSummary> waiting = figures.connections().stream()
                .filter(connection -> connection.unreadNs() > 0)
                .sorted(Comparator.comparingLong(ConnectionSummary::unreadNs).reversed())
                .toList();
        String longest = waiting.isEmpty()
                ? "."
                : ", the longest of " + waiting.get(0).name() + ", "
                        + waiting.get(0).unreadBytes() + " bytes for "
                        + DurationText.format(waiting.get(0).unreadNs()) + " or longer.";
        found.count(
                Rule.CLIENTS_BEHIND,
                waiting.isEmpty() ? 0 : waiting.get(0).unreadNs(),
                "Answers had arrived at the sockets of " + waiting.size()
                        + (waiting.size() == 1 ? " session" : " sessions") + ", but the clients did not read them"
                        + longest);
    }

    private static String heldUp(ConnectionSummary connection) {
        String time = connection.windowLimitedNs() > 0
                ? DurationText.format(connection.windowLimitedNs())
                : "window found closed";
        return connection.name() + " (" + time + ")";
    }
}
