package org.ticktoquote.analysis.evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.TerminalText;

/**
 * The stops of an application's JVM by its unified log, written with {@code -Xlog:gc*,safepoint} and the decorations
 * {@code timenanos,uptimenanos,tags,tid}: HotSpot 17 to 25 under every collector. What is concurrent is no
 * stop.
 *
 * <p>Zing's lines carry the seconds since its start, or the date, and what they mean is in no documentation (Azul's "GC Log
 * Format" describes the form of a line and not the fields of a safepoint): they cannot be placed on the run's clock without
 * guessing, and are refused with the reason. OpenJ9's are a {@link VerboseGcLog}.
 *
 * @param stops by their ends, as the log's clock reads: the JVM's monotonic one, or the time of day
 * @param pacing waits of single threads for Shenandoah, of which nobody knows when they were
 * @param omitted shorter stops and waits, which memory has no room for
 * @param longestOmittedNs the longest of those
 * @param foreign files that are not this run's, each with the reason
 * @param absence why nothing is known, for people; empty where the log was read
 */
public record JvmLog(
        List<JvmStop> stops,
        List<EvidenceInterval> pacing,
        long omitted,
        long longestOmittedNs,
        List<String> foreign,
        String absence) {
    public JvmLog {
        stops = List.copyOf(stops);
        pacing = List.copyOf(pacing);
        foreign = List.copyOf(foreign);
    }

    /** One that is not there. */
    static JvmLog absent(String reason) {
        return new JvmLog(List.of(), List.of(), 0, 0, List.of(), reason);
    }

    /**
     * Reads a log and what was rotated away of it.
     *
     * @param fromNs no JVM of the run began before
     * @param toNs nor after that, both as the JVM's clock reads
     */
    public static JvmLog read(Path log, long fromNs, long toNs) {
        List<JvmLogFiles.LogFile> files = JvmLogFiles.of(log);
        if (files.isEmpty()) {
            return absent(unstamped(log));
        }
        List<String> foreign = new ArrayList<>();
        Longest<JvmStop> stops = new Longest<>(JvmStop::lengthNs);
        StopAssembly assembly = new StopAssembly(stops);
        AllocationPacing pacing = new AllocationPacing();
        for (JvmLogFiles.LogFile file : files) {
            if (file.startNs() < fromNs || file.startNs() > toNs) {
                foreign.add(foreign(file, fromNs, toNs));
            } else {
                read(file.path(), assembly, pacing);
            }
        }
        assembly.end();
        List<JvmStop> kept = stops.kept().stream()
                .sorted(Comparator.comparingLong(JvmStop::toNs).thenComparingLong(JvmStop::fromNs))
                .toList();
        String absence = foreign.size() == files.size() ? String.join(", ", foreign) : "";
        List<EvidenceInterval> waits = pacing.waits().kept();
        return new JvmLog(
                kept,
                waits,
                stops.omitted() + pacing.waits().omitted(),
                Math.max(stops.longestOmittedNs(), pacing.waits().longestOmittedNs()),
                foreign,
                absence);
    }

    private static void read(Path file, StopAssembly stops, AllocationPacing pacing) {
        try (BufferedReader lines = JvmLogFiles.lines(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                stops.line(line);
                pacing.line(line);
            }
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(file).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
    }

    private static String foreign(JvmLogFiles.LogFile file, long fromNs, long toNs) {
        String when = file.startNs() < fromNs
                ? DurationText.format(fromNs - file.startNs()) + " before the run"
                : DurationText.format(file.startNs() - toNs) + " after the run";
        return name(file.path()) + " is of a JVM that began " + when + ", or that reads another clock";
    }

    private static String unstamped(Path log) {
        if (!Files.isRegularFile(log)) {
            return name(log) + " is missing: the application's command takes no {jvmArgs}, or its JVM wrote no log";
        }
        String first = JvmLogFiles.firstLine(log);
        return first.isEmpty()
                ? name(log) + " is empty"
                : name(log) + " has no lines with timenanos and uptimenanos: it begins with '"
                        + TerminalText.line(first.substring(0, Math.min(60, first.length()))) + "'";
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /**
     * The same as evidence.
     *
     * @param source name of the log
     * @param java what is known of the application's Java, for the reason where there is no log
     */
    CauseEvidence evidence(String source, String java, ClockTranslation clock) {
        if (!absence.isEmpty()) {
            return CauseEvidence.absent(
                    Cause.JVM_STOP, source, java.startsWith("none") ? "the application is no JVM" : absence);
        }
        List<EvidenceInterval> intervals = Stream.concat(stops.stream().map(JvmStop::evidence), pacing.stream())
                .toList();
        return CauseEvidence.of(Cause.JVM_STOP, source, intervals, reservation(), clock, OptionalLong.empty());
    }

    /** What is missing of it, for people; empty when nothing is. */
    String reservation() {
        List<String> missing = new ArrayList<>(absence.isEmpty() ? foreign : List.of());
        if (omitted > 0) {
            missing.add(omitted + " stops and waits of " + DurationText.format(longestOmittedNs)
                    + " and less are left out");
        }
        return String.join(", ", missing);
    }
}
