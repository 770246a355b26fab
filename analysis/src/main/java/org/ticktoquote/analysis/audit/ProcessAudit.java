package org.ticktoquote.analysis.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Self-audit of one harness process.
 *
 * @param audit samples of the process
 * @param hiccups its long hiccups
 * @param collector its collector log
 * @param clock translates the process's clock, used by all of these, to the run's clock, used by all results
 */
public record ProcessAudit(Audit audit, HiccupLog hiccups, GcLog collector, ClockTranslation clock) {
    /** Shortest stall that is reported; shorter delays only appear in percentiles. */
    static final long STALL_NS = 1_000_000;

    private static final int DIGITS = 3;
    private static final long EDGE_NS = 1_000;

    static ProcessAudit read(RunDirectory directory, UUID run, String role, ClockTranslation clock) {
        Audit audit = Audit.read(role, run, directory.audit(role));
        return new ProcessAudit(
                audit,
                HiccupLog.read(directory.hiccups(role), run, STALL_NS),
                GcLog.read(directory.gcLog(role), run, audit),
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
        return ProcessStall.of(hiccups.hiccups(), collector.pauses(), STALL_NS).stream()
                .map(stall -> stall.onRunClock(clock))
                .filter(stall -> stall.span().overlaps(measured))
                .toList();
    }

    List<TimeInterval> pauses(TimeInterval measured) {
        return collector.pauses().stream()
                .map(pause -> pause.onRunClock(clock))
                .filter(pause -> pause.overlaps(measured))
                .toList();
    }

    Stream<TimeInterval> hiccups(TimeInterval measured) {
        return hiccups.hiccups().stream()
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
}
