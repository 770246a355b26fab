package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditHeader;
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
                new HiccupLog(List.of(new TimeInterval(1_500, 2_500), new TimeInterval(4_000, 4_100)), 0, "", false),
                new GcLog(List.of(new TimeInterval(2_000, 2_010), new TimeInterval(3_500, 3_600)), "", false),
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

    @Test
    void countersSpanFromTheSampleBeforeToTheSampleAfter() {
        ProcessAudit audit = audit(samples());
        assertThat(audit.delta("switches", onRunClock(2_500, 3_500))).contains(16L - 4);
        assertThat(audit.delta("switches", onRunClock(2_000, 4_000))).contains(16L - 4);
        assertThat(audit.delta("switches", onRunClock(2_001, 3_999))).contains(16L - 4);
        assertThat(audit.delta("switches", onRunClock(1_999, 4_001))).contains(25L - 1);
    }

    @Test
    void usesFirstAndLastSampleIfNoneIsBeforeOrAfter() {
        ProcessAudit audit = audit(samples());
        assertThat(audit.delta("switches", onRunClock(0, 9_000))).contains(25L - 1);
        assertThat(audit.delta("switches", onRunClock(6_000, 9_000))).contains(0L);
        assertThat(audit.delta("else", onRunClock(0, 9_000))).isEmpty();
        assertThat(audit(List.of()).delta("switches", onRunClock(0, 9_000))).isEmpty();
    }

    @Test
    void returnsWakesOfSamplesThatOverlapTheMeasuredPart() {
        ProcessAudit audit = audit(samples());
        assertThat(late(audit, 2_500, 3_500)).containsExactly(300L, 400L);
        assertThat(late(audit, 2_000, 3_000)).containsExactly(200L, 300L, 400L);
        assertThat(late(audit, 2_001, 2_999)).containsExactly(300L);
        assertThat(late(audit, 0, 500)).containsExactly(100L);
        assertThat(late(audit, 5_001, 6_000)).isEmpty();
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
    @Test
    void usesOnlySamplesWithinTheMeasuredPartWithoutTheJournal() {
        ProcessAudit audit = new ProcessAudit(
                audit(samples()).audit(),
                new HiccupLog(List.of(), 0, "is missing", false),
                new GcLog(List.of(), "", false),
                audit(samples()).clock());
        assertThat(audit.longestStallNs(onRunClock(2_500, 3_500))).isZero();
        assertThat(audit.longestStallNs(onRunClock(2_000, 4_500))).isEqualTo(400);
        assertThat(audit.longestStallNs(onRunClock(2_001, 3_999))).isZero();
        assertThat(audit.longestStallNs(onRunClock(0, 9_000))).isEqualTo(500);
        assertThat(audit.longestStallNs(onRunClock(0, 1_500))).isZero();
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
                        new HiccupLog(List.of(), completeFromNs, "", false),
                        new GcLog(List.of(), "", false),
                        ClockTranslation.NONE)
                .damage();
    }
}
