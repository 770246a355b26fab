package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ControlJvmCommand;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.jvm.AsyncProfiler;
import org.ticktoquote.host.jvm.FlightFiles;

/**
 * Collects evidence about the application's threads during the measurement, on its host. If that is not possible, the run
 * continues without it and records the reason. Used by one thread.
 */
final class EvidenceCollection {
    private static final String TRACED = "switches, wake-ups, interrupts and softirqs, around waits of 1 ms and more";
    private static final String UNSEEN = "no process of the attached application is visible on this host";

    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private final long beganMs = System.currentTimeMillis();
    private Optional<HostOperations> watching = Optional.empty();

    EvidenceCollection(RunPlan plan, Supervisor supervisor, Progress progress) {
        this.plan = plan;
        this.supervisor = supervisor;
        this.progress = progress;
    }

    /** Begins collecting, and records for each kind of evidence how it is collected or why not. */
    void begin(RunHosts hosts, ManifestDraft draft) {
        watch(hosts, draft);
        draft.fact(RunManifest.FLIGHT_FACT, recorded());
        draft.fact(RunManifest.PROFILE_FACT, profiled());
        draft.fact(RunManifest.CONTROL_FACT, controlled(hosts));
    }

    /** Starts the control JVM. The supervisor ends it like every other process. */
    private String controlled(RunHosts hosts) {
        if (!plan.evidence().controlled()) {
            return RunManifest.NO_EVIDENCE + "not requested (--control-jvm)";
        }
        if (hosts.application().isRemote()) {
            return RunManifest.NO_EVIDENCE + "the application ran on another host";
        }
        List<Long> listeners = RunProcesses.listeners(plan);
        List<Long> groups = RunProcesses.groups(supervisor);
        if (listeners.isEmpty() && groups.isEmpty()) {
            return RunManifest.NO_EVIDENCE + UNSEEN;
        }
        Child control = supervisor.start(Role.CONTROL, new Commands(plan, hosts).control());
        control.send(ControlCommand.of(
                ControlJvmCommand.WATCH,
                new ControlJvmCommand.WatchedApplication(
                        plan.identity(), plan.directory().path().toString(), groups, listeners)));
        return "on the CPUs of the application";
    }

    /** Returns the fact about the flight recording, which requires JVM flags in the application's command. */
    private String recorded() {
        if (!plan.evidence().profiled()) {
            return RunManifest.NO_EVIDENCE + "not requested (--profile-outliers)";
        }
        return isTold(FlightFiles::hasRecordingFlag)
                ? FlightFiles.WORDS
                : RunManifest.NO_EVIDENCE + "the application's JVM has no supported flight recorder";
    }

    private String profiled() {
        if (plan.evidence().profiler().isEmpty()) {
            return RunManifest.NO_EVIDENCE + "not requested (--async-profiler)";
        }
        return isTold(AsyncProfiler::hasProfilerFlag)
                ? AsyncProfiler.WORDS
                : RunManifest.NO_EVIDENCE + "the application's JVM is not HotSpot";
    }

    private boolean isTold(Predicate<String> argument) {
        return supervisor.children().stream()
                .filter(child -> child.role().equals(Role.APPLICATION))
                .flatMap(child -> child.outcome().command().stream())
                .anyMatch(argument);
    }

    /**
     * Assembles the flight recording that a JVM left, and copies a GC log written elsewhere, on the application's host. All
     * processes except an attached application must have ended.
     */
    void assemble(RunHosts hosts, Optional<ManifestDraft> draft) {
        plan.evidence()
                .collectorLog()
                .ifPresent(log ->
                        draft.ifPresent(manifest -> manifest.fact(RunManifest.COLLECTOR_LOG_FACT, copied(hosts, log))));
        if (plan.evidence().profiled()) {
            try {
                hosts.application().operations().assembleFlightRecording(RunDirectory.APPLICATION_FLIGHT);
            } catch (ProblemException refusal) {
                progress.stage(String.valueOf(refusal.getMessage()));
            }
        }
    }

    private String copied(RunHosts hosts, Path log) {
        try {
            hosts.application().operations().copyCollectorLog(log, RunDirectory.APPLICATION_GC_LOG, beganMs);
            return log.toString();
        } catch (ProblemException refusal) {
            return RunManifest.NO_EVIDENCE + describe(refusal);
        }
    }

    /** Records the checksums of the recordings, after all files have been fetched. */
    void recordChecksums(ManifestDraft draft) {
        if (plan.evidence().profiled()) {
            draft.fact(RunManifest.FLIGHT_SHA256_FACT, sha256(plan.directory().applicationFlight()));
        }
        if (plan.evidence().profiler().isPresent()) {
            draft.fact(RunManifest.PROFILE_SHA256_FACT, sha256(plan.directory().applicationProfile()));
        }
    }

    private static String sha256(Path file) {
        return FileDigest.of(file, "").sha256();
    }

    private void watch(RunHosts hosts, ManifestDraft draft) {
        if (plan.evidence().intervalNs().isEmpty()) {
            neither("--evidence-interval none", draft);
            return;
        }
        List<Long> listeners = RunProcesses.listeners(plan);
        List<Long> groups = RunProcesses.groups(supervisor);
        if (listeners.isEmpty() && groups.isEmpty()) {
            neither(UNSEEN, draft);
            return;
        }
        HostOperations there = hosts.application().operations();
        long intervalNs = plan.evidence().intervalNs().getAsLong();
        String trace = RunManifest.NO_EVIDENCE + "not requested (--kernel-trace)";
        if (plan.evidence().traced()) {
            trace = failure(there, groups, listeners, intervalNs, true)
                    .map(reason -> RunManifest.NO_EVIDENCE + reason)
                    .orElse(TRACED);
        }
        Optional<String> failed =
                watching.isPresent() ? Optional.empty() : failure(there, groups, listeners, intervalNs, false);
        draft.fact(
                RunManifest.EVIDENCE_FACT,
                failed.map(reason -> RunManifest.NO_EVIDENCE + reason)
                        .orElse("every " + DurationText.format(intervalNs)));
        draft.fact(RunManifest.TRACE_FACT, trace);
    }

    /** Records why there is neither evidence nor a kernel trace. */
    private static void neither(String reason, ManifestDraft draft) {
        draft.fact(RunManifest.EVIDENCE_FACT, RunManifest.NO_EVIDENCE + reason);
        draft.fact(RunManifest.TRACE_FACT, RunManifest.NO_EVIDENCE + reason);
    }

    /** Begins watching processes of a host. Returns the reason for a failure; empty on success. */
    private Optional<String> failure(
            HostOperations there, List<Long> groups, List<Long> listeners, long intervalNs, boolean traced) {
        try {
            there.watchApplication(plan.identity(), groups, listeners, intervalNs, traced);
        } catch (ProblemException refusal) {
            return Optional.of(describe(refusal));
        }
        watching = Optional.of(there);
        return Optional.empty();
    }

    private String describe(ProblemException refusal) {
        String words = TerminalText.line(String.valueOf(refusal.getMessage()));
        progress.stage(words);
        return words;
    }

    /** Ends the collection. No effect if it was not begun. */
    void finish() {
        try {
            watching.ifPresent(HostOperations::endWatch);
        } catch (ProblemException refusal) {
            progress.stage(String.valueOf(refusal.getMessage()));
        }
        watching = Optional.empty();
    }
}
