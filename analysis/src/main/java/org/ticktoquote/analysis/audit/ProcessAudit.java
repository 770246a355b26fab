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
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ticktoquote.analysis.evidence.CollectorPause;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.GcLogOwner;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.hiccup.HiccupRecord;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Self-audit of one harness process.
 *
 * @param audit samples of the process
 * @param hiccups its long hiccups, from their journal
 * @param collector its collector pauses, from the unified log of its JVM
 * @param clock translates the process's clock, used by all of these, to the run's clock, used by all results
 */
public record ProcessAudit(Audit audit, StallLog hiccups, StallLog collector, ClockTranslation clock) {
    /** Shortest stall that is reported; shorter delays only appear in percentiles. */
    static final long STALL_NS = 1_000_000;

    private static final int DIGITS = 3;
    private static final long EDGE_NS = 1_000;

    static ProcessAudit read(RunDirectory directory, UUID run, String role, ClockTranslation clock) {
        Audit audit = Audit.read(role, run, directory.audit(role));
        return new ProcessAudit(
                audit,
                StallLog.ofHiccups(directory.hiccups(role), run, STALL_NS),
                StallLog.ofPauses(directory.gcLog(role), run, audit),
                clock);
    }

    public String role() {
        return audit.role();
    }

    /** Describes missing data for users; empty if the audit is complete. */
    public String damage() {
        List<String> damages = new ArrayList<>();
        if (!audit.damage().isEmpty()) {
            damages.add("audit-" + role() + ".jsonl: " + audit.damage());
        }
        if (!hiccups.damage().isEmpty()) {
            damages.add("hiccups-" + role() + ".journal: " + hiccups.damage());
        }
        if (hiccups.completeFromNs() > STALL_NS) {
            damages.add(
                    "hiccups-" + role() + ".journal has no stalls shorter than " + hiccups.completeFromNs() + " ns");
        }
        if (!collector.damage().isEmpty()) {
            damages.add("gc-" + role() + ".log: " + collector.damage());
        }
        return String.join(", ", damages);
    }

    /** Returns a description of each file that belongs to another process or run. */
    Stream<String> foreign() {
        Stream<String> lines =
                audit.foreign() ? Stream.of("audit-" + role() + ".jsonl " + audit.damage()) : Stream.of();
        Stream<String> log =
                hiccups.foreign() ? Stream.of("hiccups-" + role() + ".journal " + hiccups.damage()) : Stream.of();
        Stream<String> pauses =
                collector.foreign() ? Stream.of("gc-" + role() + ".log " + collector.damage()) : Stream.of();
        return Stream.of(lines, log, pauses).flatMap(files -> files);
    }

    boolean samplesKnown() {
        return audit.damage().isEmpty();
    }

    boolean stallsKnown() {
        return hiccups.damage().isEmpty() && hiccups.completeFromNs() <= STALL_NS;
    }

    boolean pausesKnown() {
        return collector.damage().isEmpty();
    }

    List<ProcessStall> stalls(TimeInterval measured) {
        return ProcessStall.of(hiccups.stalls(), collector.stalls(), STALL_NS).stream()
                .map(stall -> stall.onRunClock(clock))
                .filter(stall -> stall.span().overlaps(measured))
                .toList();
    }

    List<TimeInterval> pauses(TimeInterval measured) {
        return collector.stalls().stream()
                .map(pause -> pause.onRunClock(clock))
                .filter(pause -> pause.overlaps(measured))
                .toList();
    }

    Stream<TimeInterval> hiccups(TimeInterval measured) {
        return hiccups.stalls().stream()
                .map(hiccup -> hiccup.onRunClock(clock))
                .filter(hiccup -> hiccup.overlaps(measured));
    }

    /**
     * Returns the longest known stall in the measured part, or the longest hiccup if there is no stall; 0 if neither is
     * known.
     */
    long longestStallNs(TimeInterval measured) {
        return stalls(measured).stream()
                .mapToLong(stall -> stall.span().lengthNs())
                .reduce(stallsKnown() ? longestHiccupNs(measured) : longestWakeWithin(measured), Math::max);
    }

    /** Covers only samples entirely within the measured part; others can include the warm-up. */
    private long longestWakeWithin(TimeInterval measured) {
        return delays(measured, TimeInterval::holds).getMaxValue();
    }

    /** Returns the longest known collector pause in the measured part; 0 if none is known. */
    long longestPauseNs(TimeInterval measured) {
        return pauses(measured).stream().mapToLong(TimeInterval::lengthNs).reduce(0, Math::max);
    }

    /**
     * Returns the longest hiccup, exact if it is in the journal. Otherwise it comes from the histograms, which cover whole
     * samples and can extend a second beyond the measured part.
     */
    long longestHiccupNs(TimeInterval measured) {
        long longestNs = delays(measured).getMaxValue();
        long shortNs = stallsKnown() ? Math.min(longestNs, STALL_NS) : longestNs;
        return hiccups(measured)
                .mapToLong(TimeInterval::lengthNs)
                .reduce(Math::max)
                .orElse(shortNs);
    }

    /** Returns the time of the last sample on the run's clock; 0 if there is none. */
    long lastSampleNs() {
        return clocks().stream()
                .mapToLong(pair -> clock.toRun(pair.monotonicNs()))
                .reduce(0, Math::max);
    }

    /** Returns the increment of a counter in the measured part, accurate to about a second; empty if it was not counted. */
    public Optional<Long> delta(String counter, TimeInterval measured) {
        TimeInterval own = measured.asReadBy(clock);
        Optional<AuditSample> first = before(own.fromNs());
        Optional<AuditSample> last = after(own.toNs());
        return first.map(sample -> sample.counters().get(counter))
                .flatMap(from ->
                        last.map(sample -> sample.counters().get(counter)).map(to -> Math.max(0, to - from)));
    }

    /** Returns the last sample up to a time, or else the first. */
    private Optional<AuditSample> before(long ns) {
        return audit.samples().stream()
                .filter(sample -> sample.clock().monotonicNs() <= ns)
                .reduce((earlier, later) -> later)
                .or(() -> audit.samples().stream().findFirst());
    }

    /** Returns the first sample from a time on, or else the last. */
    private Optional<AuditSample> after(long ns) {
        return audit.samples().stream()
                .filter(sample -> sample.clock().monotonicNs() >= ns)
                .findFirst()
                .or(() -> audit.samples().stream().reduce((earlier, later) -> later));
    }

    /** Returns the process's clock pairs in time order. */
    public List<ClockPair> clocks() {
        return audit.samples().stream().map(AuditSample::clock).toList();
    }

    /**
     * Returns the intervals between samples on the run's clock, shortened slightly at both ends so that clock translation
     * cannot make them overlap.
     */
    Stream<TimeInterval> steps() {
        List<ClockPair> samples = clocks();
        return IntStream.range(1, samples.size())
                .mapToObj(i -> new TimeInterval(
                        clock.toRun(samples.get(i - 1).monotonicNs()) + EDGE_NS,
                        clock.toRun(samples.get(i).monotonicNs()) - EDGE_NS))
                .filter(step -> step.lengthNs() > 0);
    }

    /** Returns the distinct clock sources of the kernel, in order of first use. */
    public List<String> clockSources() {
        return audit.samples().stream()
                .map(AuditSample::clockSource)
                .filter(source -> !source.isEmpty())
                .distinct()
                .toList();
    }

    /** Returns the time namespace, if the kernel reported it. */
    public Stream<String> timeNamespace() {
        return audit.header().map(header -> header.timeNamespace()).filter(name -> !name.isEmpty()).stream();
    }

    /**
     * Returns the delays of all wake-ups in the measured part. Covers whole samples, so both ends are accurate to about a
     * second.
     */
    Histogram delays(TimeInterval measured) {
        return delays(measured, TimeInterval::overlaps);
    }

    private Histogram delays(TimeInterval measured, BiPredicate<TimeInterval, TimeInterval> wanted) {
        Histogram delays = new Histogram(DIGITS);
        TimeInterval own = measured.asReadBy(clock);
        long fromNs = Long.MIN_VALUE;
        for (AuditSample sample : audit.samples()) {
            long toNs = sample.clock().monotonicNs();
            if (wanted.test(own, new TimeInterval(fromNs, toNs))) {
                delays.add(HistogramText.parse(sample.hiccups()));
            }
            fromNs = toNs;
        }
        return delays;
    }

    /**
     * Stalls of a process in one of its files: long hiccups or collector pauses.
     *
     * @param stalls hiccups from the intended to the actual wake-up, in time order; or collector pauses, ordered by end
     * @param completeFromNs largest threshold in use; a journal of hiccups has every one of at least this length. 0 for pauses
     * @param damage description for users; empty if the file is complete
     * @param foreign whether the file belongs to another process or run; its pauses are then ignored
     */
    record StallLog(List<TimeInterval> stalls, long completeFromNs, String damage, boolean foreign) {
        /** Reads the hiccups of {@code atLeastNs} or longer. */
        static StallLog ofHiccups(Path file, UUID run, long atLeastNs) {
            List<TimeInterval> hiccups = new ArrayList<>();
            long threshold = 0;
            if (!Files.exists(file)) {
                return new StallLog(hiccups, threshold, "is missing", false);
            }
            try (JournalReader reader = JournalReader.open(file, HiccupRecord.SCHEMA, run)) {
                HiccupRecord hiccup = new HiccupRecord(reader.buffer(), 0);
                while (reader.next()) {
                    hiccup.wrap(reader);
                    threshold = Math.max(threshold, hiccup.thresholdNs());
                    if (hiccup.lengthNs() >= atLeastNs) {
                        hiccups.add(new TimeInterval(hiccup.intendedNs(), hiccup.actualNs()));
                    }
                }
                return new StallLog(hiccups, threshold, ending(reader), false);
            } catch (JournalException e) {
                return new StallLog(
                        hiccups, threshold, String.valueOf(e.getMessage()).replace(file + ": ", ""), e.foreign());
            }
        }

        private static String ending(JournalReader reader) {
            if (reader.missing() > 0) {
                return "was truncated: " + reader.missing() + " committed records are missing";
            }
            return reader.closed() ? "" : "was not closed by its writer";
        }

        /**
         * Reads all pauses, ordered by end; none if the file is missing or foreign, or does not name its run. An emptied log
         * lacks the line with which the process names the run. A truncated log lacks pauses that the process counted.
         */
        static StallLog ofPauses(Path file, UUID run, Audit audit) {
            if (!Files.exists(file)) {
                return new StallLog(List.of(), 0, "is missing", false);
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
                return new StallLog(List.of(), 0, "belongs to " + other.get() + ", expected " + expected, true);
            }
            if (owners.isEmpty()) {
                return new StallLog(List.of(), 0, "does not name its run, expected " + expected, false);
            }
            pauses.sort(Comparator.comparingLong(TimeInterval::toNs));
            return new StallLog(pauses, 0, missing(pauses, audit), false);
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
}
