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
 * How the processes ended, and whose fault it was.
 *
 * <p>Every process but the harness's own is the application. When it ended by itself, what breaks afterwards is its
 * doing: a replayer or client that fails then, ticks that could not be sent.
 */
final class ProcessObservations {
    private static final Set<String> ORDERLY = Set.of(ProcessEnd.NORMAL, ProcessEnd.ATTACHED);

    private final RunManifest manifest;
    private final Optional<ProcessEnd> applicationEnded;

    ProcessObservations(RunManifest manifest) {
        this.manifest = manifest;
        this.applicationEnded = manifest.observed().processes().stream()
                .filter(process -> !Role.OWN.contains(process.role()) && !lost(process))
                .filter(process -> endedBySelf(process, manifest))
                .findFirst();
    }

    /** A connection that broke is nobody's doing but the network's, even an application's. */
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

    /** Whether the application ended before its time or not in order. */
    boolean applicationEnded() {
        return applicationEnded.isPresent();
    }

    void addTo(Found found) {
        found.flag(
                Rule.RUN_INCOMPLETE,
                incomplete(),
                "The run's state is " + manifest.about().state() + ".");
        List<ProcessEnd> own = manifest.observed().processes().stream()
                .filter(process -> Role.OWN.contains(process.role()) || lost(process))
                .filter(this::disturbed)
                .toList();
        found.count(
                Rule.HARNESS_PROCESS_ENDED,
                own.size(),
                own.stream().map(ProcessObservations::describe).collect(Collectors.joining(" ")));
        found.flag(
                Rule.APPLICATION_ENDED,
                applicationEnded(),
                applicationEnded.map(ProcessObservations::describe).orElse(""));
    }

    private boolean incomplete() {
        return switch (manifest.about().state()) {
            case RunManifest.COMPLETE -> false;
            case RunManifest.FAILED -> !applicationEnded();
            default -> true;
        };
    }

    private boolean disturbed(ProcessEnd process) {
        boolean consequence = process.end().equals(ProcessEnd.FAILED)
                && applicationEnded
                        .filter(application -> application.endedNs() <= process.endedNs())
                        .isPresent();
        return !ORDERLY.contains(process.end()) && !consequence;
    }

    private static String describe(ProcessEnd process) {
        String cause = process.cause().isEmpty() ? "" : " (" + process.cause() + ")";
        return "%s ended %s with status %d%s.".formatted(process.role(), process.end(), process.exitStatus(), cause);
    }
}
