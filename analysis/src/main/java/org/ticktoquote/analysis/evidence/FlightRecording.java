package org.ticktoquote.analysis.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Flight recording of an application's JVM: waits of its threads, and samples of their stacks.
 *
 * <p>Chunks are inspected before the JDK reads them, so that all complete chunks of a truncated or still growing file are
 * read. Keeps at most the {@link LongestElements#MAX_ELEMENTS} longest waits and {@link StackSamples#MAX_SAMPLES} samples,
 * so that memory is bounded.
 *
 * @param blocked waits for locks held by other threads, for disks and sockets
 * @param samples stacks of threads
 * @param code compilations and deoptimizations
 * @param files recordings read
 */
public record FlightRecording(CauseEvidence blocked, StackSamples samples, StackSamples code, List<Path> files) {
    public FlightRecording {
        files = List.copyOf(files);
    }

    static FlightRecording absent(String reason) {
        return new FlightRecording(
                CauseEvidence.absent(Cause.BLOCKED, RunDirectory.APPLICATION_FLIGHT, reason),
                StackSamples.NONE,
                StackSamples.NONE,
                List.of());
    }

    /** Returns a copy with a profiler's stack samples if it has any, and with its reservation added to the waits. */
    FlightRecording sampledBy(FlightRecording profile) {
        CauseEvidence profiled = profile.blocked;
        return profiled.isPresent()
                ? new FlightRecording(noting(profiled.reservation()), profile.samples, code, and(profile.files))
                : new FlightRecording(noting(profiled.absence() + ": stacks are the JVM's own"), samples, code, files);
    }

    private List<Path> and(List<Path> others) {
        return Stream.concat(files.stream(), others.stream()).toList();
    }

    private CauseEvidence noting(String missing) {
        return blocked.with(blocked.intervals(), missing);
    }

    /**
     * Reads a recording.
     *
     * @param clock translation from the time of day, ns since 1970-01-01 UTC, to the run's clock
     * @param firstNs expected start, on the run's clock
     */
    public static FlightRecording read(Path file, ClockTranslation clock, long firstNs) {
        String source = String.valueOf(file.getFileName());
        try {
            FlightChunks chunks = FlightChunks.of(file);
            if (chunks.isEmpty()) {
                return absent(source + " " + chunks.damage());
            }
            FlightEvents events = new FlightEvents(clock, source);
            String damage = read(chunks, events);
            return of(events, chunks, damage.isEmpty() ? "" : source + " " + damage, clock, firstNs);
        } catch (NoSuchFileException e) {
            return absent(source + " is missing: the application's JVM did not write it");
        } catch (IOException e) {
            return absent(source + " cannot be read: " + IoReason.of(e));
        } catch (NoClassDefFoundError e) {
            return absent("the Java of this analysis has no module jdk.jfr");
        }
    }

    private static FlightRecording of(
            FlightEvents events, FlightChunks chunks, String damage, ClockTranslation clock, long firstNs) {
        LongestElements<EvidenceInterval> found = events.blocked();
        List<EvidenceInterval> kept = found.elements();
        List<String> reservations = new ArrayList<>();
        if (!damage.isEmpty()) {
            reservations.add(damage);
        }
        if (!found.omission().isEmpty()) {
            reservations.add(found.omission());
        }
        if (events.omittedSamples() > 0) {
            reservations.add(CountText.of(events.omittedSamples(), "later sample") + " of threads omitted");
        }
        long missingNs = clock.toRun(chunks.startNs()) - firstNs;
        if (missingNs > 0) {
            reservations.add("it begins " + DurationText.format(missingNs)
                    + " after the first tick: older events were discarded");
        }
        return new FlightRecording(
                CauseEvidence.of(
                        Cause.BLOCKED,
                        RunDirectory.APPLICATION_FLIGHT,
                        kept,
                        String.join(", ", reservations),
                        clock,
                        OptionalLong.empty()),
                events.samples(),
                events.code(),
                List.of(chunks.file()));
    }

    /** Reads a copy of the complete chunks, because the JDK reads only complete files and this one can still be growing. */
    private static String read(FlightChunks chunks, FlightEvents events) throws IOException {
        Path whole = Files.createTempFile("t2q-", ".jfr");
        try {
            chunks.copyTo(whole);
            String more = read(whole, events);
            return Stream.of(chunks.damage(), more)
                    .filter(damage -> !damage.isEmpty())
                    .collect(Collectors.joining(", and "));
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    /** Returns a description of the damage; empty if there is none. Keeps the events before the damage. */
    private static String read(Path file, FlightEvents events) throws IOException {
        long number = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                events.add(recording.readEvent());
                number++;
            }
            return "";
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError | InternalError damage) {
            // the JDK's parser trusts every length and reference in a damaged file
            return "is damaged after " + number + " events: " + reason(damage);
        }
    }

    static String reason(Throwable damage) {
        @Nullable String message = damage.getMessage();
        return message == null ? damage.getClass().getSimpleName() : message;
    }
}
