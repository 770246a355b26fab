package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/**
 * Observes how the processes ended, and whether harness or application is responsible.
 *
 * <p>Every process other than the harness's own and its observers is the application. If it ended by itself, it is
 * responsible for later failures, such as a failed replayer or client and unsent ticks.
 */
final class ProcessObservations {
    private static final Set<String> ORDERLY = Set.of(ProcessEnd.NORMAL, ProcessEnd.ATTACHED);

    private final RunManifest manifest;
    private final long ticks;
    private final Optional<ProcessEnd> applicationEnded;

    /** @param ticks in the journal */
    ProcessObservations(RunManifest manifest, long ticks) {
        this.manifest = manifest;
        this.ticks = ticks;
        this.applicationEnded = manifest.observed().processes().stream()
                .filter(process ->
                        !Role.OWN.contains(process.role()) && !Role.observes(process.role()) && !lost(process))
                .filter(process -> endedBySelf(process, manifest))
                .findFirst();
    }

    /** Returns whether the connection to the process's host was lost, which is never charged to the application. */
    private static boolean lost(ProcessEnd process) {
        return process.end().equals(ProcessEnd.LOST);
    }

    private static boolean endedBySelf(ProcessEnd process, RunManifest manifest) {
        long drainedNs = manifest.replay().drainDeadlineNs();
        boolean before = drainedNs != 0 && process.endedNs() <= drainedNs;
        boolean disorderly = !ORDERLY.contains(process.end());
        boolean cutShort = drainedNs == 0 || manifest.about().state().equals(RunManifest.FAILED);
        return !process.end().equals(ProcessEnd.RUNNING)
                && process.endedNs() != 0
                && (before || disorderly && cutShort);
    }

    /** Returns whether the application ended early or abnormally. */
    boolean applicationEnded() {
        return applicationEnded.isPresent();
    }

    void addTo(ObservationList found) {
        found.flag(Rule.RUN_INCOMPLETE, incomplete(), incomplete() ? whatHappened() : "");
        found.flag(Rule.RUN_INTERRUPTED, interrupted(), interrupted() ? whatHappened() : "");
        List<ProcessEnd> own = disturbing();
        found.count(
                Rule.HARNESS_PROCESS_ENDED,
                own.size(),
                own.stream().map(ProcessObservations::describe).collect(Collectors.joining(" ")));
        found.flag(
                Rule.APPLICATION_ENDED,
                applicationEnded(),
                applicationEnded.map(ProcessObservations::describe).orElse(""));
    }

    /** Returns whether the run was ended early but all answers to the ticks sent were awaited. */
    boolean interrupted() {
        return manifest.about().state().equals(RunManifest.INTERRUPTED)
                && manifest.replay().drainDeadlineNs() != 0;
    }

    /**
     * Returns whether the run is incomplete, a process of the harness ended abnormally, or the connection to a host was
     * lost.
     */
    boolean brokenOff() {
        return incomplete() || !disturbing().isEmpty();
    }

    private List<ProcessEnd> disturbing() {
        return manifest.observed().processes().stream()
                .filter(process -> Role.OWN.contains(process.role()) || lost(process))
                .filter(process -> !Role.observes(process.role()))
                .filter(this::disturbed)
                .toList();
    }

    /** Describes why the run ended early, and its progress. */
    private String whatHappened() {
        String what = switch (manifest.about().state()) {
            case RunManifest.INTERRUPTED -> "The run was interrupted ";
            case RunManifest.FAILED -> "The run failed ";
            default -> "The harness was killed, or its host stopped, ";
        };
        String cause = manifest.observed().host().getOrDefault(RunManifest.FAILURE_REASON_FACT, "");
        return what + place() + (cause.isEmpty() ? "" : ": " + cause) + "." + waiting();
    }

    private String waiting() {
        return manifest.replay().drainDeadlineNs() == 0
                ? " The drain did not complete: ticks without an answer are excluded, not lost."
                : "";
    }

    private String place() {
        RunManifest.Replay replay = manifest.replay();
        if (manifest.about().source().equals(RunManifest.WIRE)) {
            return "while the capture was read; the rest of it is not measured";
        }
        if (replay.finished() || ticks >= replay.ticks()) {
            return "after the last tick was sent";
        }
        return "while ticks were measured (" + ticks + " of " + replay.ticks() + " are in the journal)";
    }

    private boolean incomplete() {
        return switch (manifest.about().state()) {
            case RunManifest.COMPLETE -> false;
            case RunManifest.FAILED -> !applicationEnded();
            default -> !interrupted();
        };
    }

    private boolean disturbed(ProcessEnd process) {
        boolean consequence = process.end().equals(ProcessEnd.FAILED)
                && applicationEnded
                        .filter(application -> application.endedNs() <= process.endedNs())
                        .isPresent();
        return !ORDERLY.contains(process.end()) && !consequence && !unknown(process);
    }

    /** Returns whether the end of a process is unknown because the harness was killed. */
    private boolean unknown(ProcessEnd process) {
        return process.end().equals(ProcessEnd.RUNNING)
                && manifest.about().state().equals(RunManifest.PLANNED);
    }

    private static String describe(ProcessEnd process) {
        String cause = process.cause().isEmpty() ? "" : " (" + process.cause() + ")";
        return "%s ended %s with status %d%s."
                .formatted(Role.describe(process.role()), process.end(), process.exitStatus(), cause);
    }
}
