package org.ticktoquote.host.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.evidence.KernelInterrupt;
import org.ticktoquote.core.evidence.KernelTraceSegment;
import org.ticktoquote.core.evidence.KernelWait;
import org.ticktoquote.core.evidence.KernelWait.CpuOccupant;
import org.ticktoquote.host.trace.TraceReader.TraceLine;

/** Uses lines of kernel 6.18 with changed names and times. */
class TraceReaderTest {
    private static final int MOST = 10;
    private final TraceReader reader = new TraceReader(Map.of(41L, 0, 42L, 1), 200_000, 1_000_000_000);

    private KernelTraceSegment read(String... lines) {
        for (String line : lines) {
            reader.line(line);
        }
        return reader.traced(4_000_000_000L, MOST);
    }

    @Test
    void waitStartsAtWakeUpAndListsOccupants() {
        KernelTraceSegment traced = read(
                "# tracer: nop",
                "          <idle>-0       [001] d..2.     3.000000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120"
                        + " prev_state=R ==> next_comm=hog next_pid=7 next_prio=79",
                "             hog-7       [001] d.h3.     3.001000: sched_waking: comm=pricing-1 pid=41 prio=120 target_cpu=001",
                "             hog-7       [001] d..2.     3.011000: sched_switch: prev_comm=hog prev_pid=7 prev_prio=79"
                        + " prev_state=R+ ==> next_comm=kworker/1:0 next_pid=9 next_prio=120",
                "     kworker/1:0-9       [001] d..2.     3.012500: sched_switch: prev_comm=kworker/1:0 prev_pid=9"
                        + " prev_prio=120 prev_state=I ==> next_comm=pricing-1 next_pid=41 next_prio=120");
        assertThat(traced.waits())
                .containsExactly(new KernelWait(
                        0,
                        3_001_000_000L,
                        3_012_500_000L,
                        1,
                        List.of(
                                new CpuOccupant("hog (7)", 10_000_000),
                                new CpuOccupant("kworker/1:0 (9)", 1_500_000))));
        assertThat(traced.fromNs()).isEqualTo(3_000_000_000L);
        assertThat(traced.toNs()).isEqualTo(4_000_000_000L);
    }

    @Test
    void preemptedThreadWaitsAndSleepingThreadDoesNot() {
        KernelTraceSegment traced = read(
                switched(3, 0, "pricing-1", 41, "R", "hog", 7),
                switched(3, 0, "pricing-2", 42, "S", "other", 8).replace("[000]", "[001]"),
                switched(3, 900, "hog", 7, "S", "pricing-1", 41),
                switched(3, 950, "other", 8, "S", "pricing-2", 42).replace("[000]", "[001]"));
        assertThat(traced.waits())
                .containsExactly(new KernelWait(
                        0, 3_000_000_000L, 3_000_900_000L, 0, List.of(new CpuOccupant("hog (7)", 900_000))));
    }

    @Test
    void waitOfReadyThreadBeginsWithTheTrace() {
        KernelTraceSegment traced =
                read(switched(3, 0, "hog", 7, "S", "other", 8), switched(3, 700, "other", 8, "S", "pricing-1", 41));
        assertThat(traced.waits())
                .singleElement()
                .satisfies(wait -> assertThat(wait.lengthNs()).isEqualTo(700_000));
    }

    @Test
    void countsOnlyOutermostInterrupts() {
        KernelTraceSegment traced = read(
                switched(3, 0, "other", 8, "S", "pricing-1", 41),
                "       pricing-1-41      [000] d.h1.     3.000100: irq_handler_entry: irq=31 name=eth0-rx-1",
                "       pricing-1-41      [000] ..s1.     3.000110: softirq_entry: vec=3 [action=NET_RX]",
                "       pricing-1-41      [000] ..s1.     3.000600: softirq_exit: vec=3 [action=NET_RX]",
                "       pricing-1-41      [000] d.h1.     3.000700: irq_handler_exit: irq=31 ret=handled",
                "       pricing-1-41      [000] ..s1.     3.000800: softirq_entry: vec=1 [action=TIMER]",
                "       pricing-1-41      [000] ..s1.     3.000810: softirq_exit: vec=1 [action=TIMER]");
        assertThat(traced.interrupts())
                .containsExactly(new KernelInterrupt(0, 3_000_100_000L, 3_000_700_000L, "irq irq=31 name=eth0-rx-1"));
        assertThat(traced.waits()).isEmpty();
    }

    @Test
    void acceptsNamesThatLookLikeFields() {
        KernelTraceSegment traced = read(
                switched(3, 0, "other", 8, "S", "hog", 7),
                switched(3, 10, "hog", 7, "S", "x prev_pid=41 p", 99),
                switched(3, 900, "x prev_pid=41 p", 99, "S", "-1 [0] next_pid", 98),
                switched(3, 1_900, "-1 [0] next_pid", 98, "S", "==> pid=42 prio", 97));
        assertThat(traced.waits()).isEmpty();
        assertThat(TraceLine.parse(switched(3, 1_900, "-1 [0] next_pid", 98, "S", "a", 1)))
                .hasValueSatisfying(line -> assertThat(line.atNs()).isEqualTo(3_001_900_000L));
    }

    @Test
    void ignoresMalformedAndOutOfOrderLines() {
        KernelTraceSegment traced = read(
                "",
                "CPU:0 [LOST 12 EVENTS]",
                "       pricing-1-41      [000] d..2.     3.0001",
                switched(3, 5, "pricing-1", 41, "R", "hog", 7),
                switched(2, 0, "hog", 7, "R", "pricing-1", 41),
                switched(9, 0, "a", 1, "R", "b", 2).replace("prev_pid=1", "prev_pid=99999999999999999999"));
        assertThat(traced.waits()).isEmpty();
    }

    @Test
    void ignoresEventsBeforeAnOverwrite() {
        assertThat(KernelTrace.wholeFromNs("entries: 330\noverrun: 7\noldest event ts:  3114.249224\n"))
                .isEqualTo(3_114_249_224_000L);
        assertThat(KernelTrace.wholeFromNs("entries: 330\noverrun: 0\noldest event ts:  3114.249224\n"))
                .isZero();
        KernelTraceSegment traced = read(
                switched(0, 5, "hog", 7, "R", "pricing-1", 41),
                switched(0, 6, "pricing-1", 41, "R", "hog", 7),
                switched(3, 0, "other", 8, "S", "hog", 7),
                switched(3, 700, "hog", 7, "R", "pricing-1", 41));
        assertThat(traced.waits())
                .containsExactly(new KernelWait(
                        0, 3_000_000_000L, 3_000_700_000L, 0, List.of(new CpuOccupant("hog (7)", 700_000))));
    }

    @Test
    void emptyTraceIsAnEmptySegment() {
        assertThat(read()).isEqualTo(new KernelTraceSegment(4_000_000_000L, 4_000_000_000L, List.of(), List.of()));
    }

    private static String switched(int s, int us, String before, int pid, String state, String after, int next) {
        return String.format(
                "%16s-%-7d [000] d..2. %5d.%06d: sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==>"
                        + " next_comm=%s next_pid=%d next_prio=120",
                before, pid, s, us, before, pid, state, after, next);
    }
}
