package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.audit.ProcessAudit.StallLog;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.Audit.AuditHeader;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;

/** Samples at 1,000, 2,000 ... 5,000 ns of a process whose clock is 10,000 ns behind the run's. */
class ProcessAuditTest {
    private static final long BEHIND = 10_000;

    private static ProcessAudit audit(List<AuditSample> samples) {
        AuditHeader header = new AuditHeader(2, new UUID(0, 0), "replayer", 1, "java", "time:[1]", 1, 1);
        return new ProcessAudit(
                new Audit("replayer", Optional.of(header), samples, "", false),
                new StallLog(List.of(new TimeInterval(1_500, 2_500), new TimeInterval(4_000, 4_100)), 0, "", false),
                new StallLog(List.of(new TimeInterval(2_000, 2_010), new TimeInterval(3_500, 3_600)), 0, "", false),
                new ClockTranslation(List.of(new ClockTranslation.Point(0, BEHIND, 5))));
    }

    /** Each sample has counted its number squared, and a wake that was late by a hundred times its number. */
    private static List<AuditSample> samples() {
        List<AuditSample> samples = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            Histogram wakes = new Histogram(3);
            wakes.recordValue(100L * i);
            samples.add(new AuditSample(
                    new ClockPair(1_000L * i, 0, 0),
                    i == 5,
                    i < 4 ? "tsc" : "",
                    Map.of("switches", (long) i * i),
                    List.of(),
                    HistogramText.of(wakes)));
        }
        return samples;
    }

    private static TimeInterval onRunClock(long fromNs, long toNs) {
        return new TimeInterval(BEHIND + fromNs, BEHIND + toNs);
    }

    @ParameterizedTest
    @CsvSource({
        "2500, 3500, 12",
        "2000, 4000, 12",
        "2001, 3999, 12",
        "1999, 4001, 24",
        "0, 9000, 24",
        "6000, 9000, 0",
    })
    void countersSpanFromTheSampleBeforeToTheSampleAfter(long fromNs, long toNs, long delta) {
        assertThat(audit(samples()).delta("switches", onRunClock(fromNs, toNs))).contains(delta);
    }

    @Test
    void unknownCounterHasNoDelta() {
        assertThat(audit(samples()).delta("else", onRunClock(0, 9_000))).isEmpty();
        assertThat(audit(List.of()).delta("switches", onRunClock(0, 9_000))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2500, 3500, '[300, 400]'",
        "2000, 3000, '[200, 300, 400]'",
        "2001, 2999, [300]",
        "0, 500, [100]",
        "5001, 6000, []",
    })
    void returnsWakesOfSamplesThatOverlapTheMeasuredPart(long fromNs, long toNs, String late) {
        assertThat(late(audit(samples()), fromNs, toNs)).hasToString(late);
    }

    private static List<Long> late(ProcessAudit audit, long fromNs, long toNs) {
        List<Long> values = new ArrayList<>();
        audit.delays(onRunClock(fromNs, toNs)).recordedValues().forEach(value -> {
            for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
                values.add(value.getValueIteratedTo());
            }
        });
        return values;
    }

    @Test
    void returnsStallsThatOverlapTheMeasuredPartOnTheRunsClock() {
        ProcessAudit audit = audit(samples());
        assertThat(audit.hiccups(onRunClock(2_400, 3_000))).containsExactly(onRunClock(1_500, 2_500));
        assertThat(audit.hiccups(onRunClock(2_501, 3_999))).isEmpty();
        assertThat(audit.pauses(onRunClock(2_400, 4_000))).containsExactly(onRunClock(3_500, 3_600));
        assertThat(audit.pauses(onRunClock(2_011, 3_499))).isEmpty();
    }

    /** A stall in a sample that also covers warm-up can be of the warm-up. */
    @ParameterizedTest
    @CsvSource({"2500, 3500, 0", "2000, 4500, 400", "2001, 3999, 0", "0, 9000, 500", "0, 1500, 0"})
    void usesOnlySamplesWithinTheMeasuredPartWithoutTheJournal(long fromNs, long toNs, long longestNs) {
        ProcessAudit audit = new ProcessAudit(
                audit(samples()).audit(),
                new StallLog(List.of(), 0, "is missing", false),
                new StallLog(List.of(), 0, "", false),
                audit(samples()).clock());
        assertThat(audit.longestStallNs(onRunClock(fromNs, toNs))).isEqualTo(longestNs);
    }

    @Test
    void returnsFactsOfItsSamples() {
        ProcessAudit audit = audit(samples());
        assertThat(audit.lastSampleNs()).isEqualTo(BEHIND + 5_000);
        assertThat(audit(List.of()).lastSampleNs()).isZero();
        assertThat(audit.clockSources()).containsExactly("tsc");
        assertThat(audit.timeNamespace()).containsExactly("time:[1]");
        assertThat(audit.damage()).isEmpty();
    }

    @Test
    void journalWithoutNamedStallsIsDamaged() {
        assertThat(full(ProcessAudit.STALL_NS)).isEmpty();
        assertThat(full(ProcessAudit.STALL_NS + 1))
                .contains("hiccups-replayer.journal has no stalls shorter than 1000001 ns");
    }

    private static String full(long completeFromNs) {
        return new ProcessAudit(
                        new Audit("replayer", Optional.empty(), List.of(), "", false),
                        new StallLog(List.of(), completeFromNs, "", false),
                        new StallLog(List.of(), 0, "", false),
                        ClockTranslation.NONE)
                .damage();
    }
}
