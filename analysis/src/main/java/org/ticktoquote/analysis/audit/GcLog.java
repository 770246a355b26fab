package org.ticktoquote.analysis.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.CollectorPause;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.GcLogOwner;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Collector pauses in the unified log of a harness JVM.
 *
 * @param pauses ordered by end
 * @param damage description for users; empty if the log is complete
 * @param foreign whether the file belongs to another process or run; its pauses are then ignored
 */
record GcLog(List<TimeInterval> pauses, String damage, boolean foreign) {
    /**
     * Reads all pauses, ordered by end; none if the file is missing or foreign, or does not name its run. An emptied log
     * lacks the line with which the process names the run. A truncated log lacks pauses that the process counted.
     */
    static GcLog read(Path file, UUID run, Audit audit) {
        if (!Files.exists(file)) {
            return new GcLog(List.of(), "is missing", false);
        }
        List<TimeInterval> pauses = new ArrayList<>();
        Set<GcLogOwner> owners = new LinkedHashSet<>();
        // a killed JVM can leave an incomplete character
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            lines.forEach(line -> {
                pause(line).ifPresent(pauses::add);
                GcLogOwner.of(line).ifPresent(owners::add);
            });
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
        GcLogOwner expected = new GcLogOwner(run, audit.role());
        Optional<GcLogOwner> other =
                owners.stream().filter(owner -> !owner.equals(expected)).findFirst();
        if (other.isPresent()) {
            return new GcLog(List.of(), "belongs to " + other.get() + ", expected " + expected, true);
        }
        if (owners.isEmpty()) {
            return new GcLog(List.of(), "does not name its run, expected " + expected, false);
        }
        pauses.sort(Comparator.comparingLong(TimeInterval::toNs));
        return new GcLog(pauses, missing(pauses, audit), false);
    }

    /**
     * Returns a message if there are fewer pauses than counted. There can be more: if a pause lies between the time stamp
     * of the first sample and the reading of its counters, only the log has it.
     */
    private static String missing(List<TimeInterval> pauses, Audit audit) {
        List<AuditSample> counting = audit.samples().stream()
                .filter(sample -> sample.counters().containsKey(AuditSample.GC_PAUSES))
                .toList();
        if (counting.isEmpty()) {
            return "";
        }
        AuditSample first = counting.get(0);
        long counted = counter(counting.get(counting.size() - 1)) - counter(first);
        long told = pauses.stream()
                .filter(pause -> pause.toNs() >= first.clock().monotonicNs())
                .count();
        return told >= counted ? "" : "has " + told + " pauses, the process counted " + counted;
    }

    private static long counter(AuditSample sample) {
        return sample.counters().getOrDefault(AuditSample.GC_PAUSES, 0L);
    }

    /** Returns the pause reported by a line. */
    static Optional<TimeInterval> pause(String line) {
        return CollectorPause.of(line).map(pause -> new TimeInterval(pause.fromNs(), pause.toNs()));
    }
}
