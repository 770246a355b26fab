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
import org.ticktoquote.core.audit.HiccupText;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.RunDirectory;

/**
 * What one of the harness's processes left about itself.
 *
 * @param audit its lines
 * @param hiccups the long ones
 * @param collector its log
 * @param clock from its readings, which all of these are, to the run's clock, on which this record answers
 */
public record ProcessAudit(Audit audit, HiccupLog hiccups, GcLog collector, ClockTranslation clock) {
    /** Half a millisecond of difference in an answer is the business of percentiles; from here on it has a name. */
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

    /** The process. */
    public String role() {
        return audit.role();
    }

    /** What is missing, for people; empty when the audit is whole. */
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
                    "hiccups-" + role() + ".journal had no room for stalls below " + hiccups.completeFromNs() + " ns");
        }
        if (!collector.damage().isEmpty()) {
            damages.add("gc-" + role() + ".log: " + collector.damage());
        }
        return String.join(", ", damages);
    }

    /** Files in the place of this process's that are another one's or of another run, each with what it is. */
    Stream<String> foreign() {
        Stream<String> lines =
                audit.foreign() ? Stream.of("audit-" + role() + ".jsonl " + audit.damage()) : Stream.of();
        Stream<String> log =
                hiccups.foreign() ? Stream.of("hiccups-" + role() + ".journal " + hiccups.damage()) : Stream.of();
        Stream<String> pauses =
                collector.foreign() ? Stream.of("gc-" + role() + ".log " + collector.damage()) : Stream.of();
        return Stream.of(lines, log, pauses).flatMap(files -> files);
    }

    /** Whether what was found of the samples is all there was. */
    boolean samplesKnown() {
        return audit.damage().isEmpty();
    }

    /** Whether every stall is found. */
    boolean stallsKnown() {
        return hiccups.damage().isEmpty() && hiccups.completeFromNs() <= STALL_NS;
    }

    /** Whether every pause of the collector is found. */
    boolean pausesKnown() {
        return collector.damage().isEmpty();
    }

    List<ProcessStalls.Cause> stalls(Span measured) {
        return ProcessStalls.of(hiccups.hiccups(), collector.pauses(), STALL_NS).stream()
                .map(stall -> new ProcessStalls.Cause(stall.span().onRunClock(clock), stall.cause()))
                .filter(stall -> stall.span().overlaps(measured))
                .toList();
    }

    List<Span> pauses(Span measured) {
        return collector.pauses().stream()
                .map(pause -> pause.onRunClock(clock))
                .filter(pause -> pause.overlaps(measured))
                .toList();
    }

    Stream<Span> hiccups(Span measured) {
        return hiccups.hiccups().stream()
                .map(hiccup -> hiccup.onRunClock(clock))
                .filter(hiccup -> hiccup.overlaps(measured));
    }

    /** The longest stall of the measured part, as far as anything tells of it; 0 when nothing does. */
    long longestStallNs(Span measured) {
        return stalls(measured).stream()
                .mapToLong(stall -> stall.span().lengthNs())
                .reduce(stallsKnown() ? longestHiccupNs(measured) : longestWakeWithin(measured), Math::max);
    }

    /** Of samples that lie in the measured part as a whole: what another one tells may have been in the warm-up. */
    private long longestWakeWithin(Span measured) {
        return delays(measured, Span::holds).getMaxValue();
    }

    /** The longest pause of the collector in the measured part, as far as its log tells; 0 when it does not. */
    long longestPauseNs(Span measured) {
        return pauses(measured).stream().mapToLong(Span::lengthNs).reduce(0, Math::max);
    }

    /**
     * A long one is known exactly. Without its journal the histograms tell, which cover whole samples: one of them may lie a
     * second outside.
     */
    long longestHiccupNs(Span measured) {
        long longestNs = delays(measured).getMaxValue();
        long shortNs = stallsKnown() ? Math.min(longestNs, STALL_NS) : longestNs;
        return hiccups(measured).mapToLong(Span::lengthNs).reduce(Math::max).orElse(shortNs);
    }

    /** The last moment of which the audit tells anything; 0 when there is none. */
    long lastSignNs() {
        return clocks().stream()
                .mapToLong(pair -> clock.toRun(pair.monotonicNs()))
                .reduce(0, Math::max);
    }

    /** How much a counter grew in the measured part, to about a second; empty when nobody counted. */
    public Optional<Long> grown(String counter, Span measured) {
        Span own = measured.asReadBy(clock);
        Optional<AuditSample> first = before(own.fromNs());
        Optional<AuditSample> last = after(own.toNs());
        return first.map(sample -> sample.counters().get(counter))
                .flatMap(from ->
                        last.map(sample -> sample.counters().get(counter)).map(to -> Math.max(0, to - from)));
    }

    /** The last sample up to a moment, or the first there is. */
    private Optional<AuditSample> before(long ns) {
        return audit.samples().stream()
                .filter(sample -> sample.clock().monotonicNs() <= ns)
                .reduce((earlier, later) -> later)
                .or(() -> audit.samples().stream().findFirst());
    }

    /** The first sample from a moment on, or the last there is. */
    private Optional<AuditSample> after(long ns) {
        return audit.samples().stream()
                .filter(sample -> sample.clock().monotonicNs() >= ns)
                .findFirst()
                .or(() -> audit.samples().stream().reduce((earlier, later) -> later));
    }

    /** Clock pairs by rising time, as the process read them. */
    public List<ClockPair> clocks() {
        return audit.samples().stream().map(AuditSample::clock).toList();
    }

    /**
     * From one sample to the next, on the run's clock: a little less at both ends, so that no translation of clocks reaches
     * into the neighbours.
     */
    Stream<Span> steps() {
        List<ClockPair> samples = clocks();
        return IntStream.range(1, samples.size())
                .mapToObj(i -> new Span(
                        clock.toRun(samples.get(i - 1).monotonicNs()) + EDGE_NS,
                        clock.toRun(samples.get(i).monotonicNs()) - EDGE_NS))
                .filter(step -> step.lengthNs() > 0);
    }

    /** The clock sources that the kernel used, each once, in the order of their use. */
    public List<String> clockSources() {
        return audit.samples().stream()
                .map(AuditSample::clockSource)
                .filter(source -> !source.isEmpty())
                .distinct()
                .toList();
    }

    /** The time namespace, where the kernel reported it. */
    public Stream<String> timeNamespace() {
        return audit.header().map(header -> header.timeNamespace()).filter(name -> !name.isEmpty()).stream();
    }

    /** The delays of all wakes of the measured part, to about a second at its edges. */
    Histogram delays(Span measured) {
        return delays(measured, Span::overlaps);
    }

    private Histogram delays(Span measured, BiPredicate<Span, Span> wanted) {
        Histogram delays = new Histogram(DIGITS);
        Span own = measured.asReadBy(clock);
        long fromNs = Long.MIN_VALUE;
        for (AuditSample sample : audit.samples()) {
            long toNs = sample.clock().monotonicNs();
            if (wanted.test(own, new Span(fromNs, toNs))) {
                delays.add(HiccupText.parse(sample.hiccups()));
            }
            fromNs = toNs;
        }
        return delays;
    }
}
