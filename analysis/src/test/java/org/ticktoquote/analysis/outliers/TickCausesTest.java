package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** A tick affected by every cause. */
final class TickCausesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final long MS = 1_000_000;
    private static final long USUAL_NS = MS;
    /** Few enough to avoid C2, which can eliminate allocations. */
    private static final int ROUNDS = 200;

    @TempDir
    private Path directory;

    @AutoClose
    private TickResults ticks;

    private TickCauses causes;
    private BacklogQueue queue;

    @BeforeEach
    void create() {
        ticks = TickResults.create(directory.resolve("tick-results.bin"), 1);
        long id = ticks.append(100 * MS, 101 * MS, 7, 0, 1);
        ticks.setCell(id, 0, ResultCell.of(ResultCell.PUBLISHED, 40 * MS));
        ticks.setClients(id, 40 * MS, 40 * MS, 40 * MS, 0);
        List<CauseEvidence> evidence = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            boolean placed = cause != Cause.RUN_QUEUE && cause != Cause.STEAL;
            evidence.add(of(cause, 95, 105 + 2 * cause.ordinal(), placed));
        }
        BlockingWaits waits = BlockingWaits.of(ticks, evidence);
        causes = new TickCauses(waits, USUAL_NS);
        queue = new BacklogQueue(3 * MS, CauseTimeline.of(waits.ofAllPairs(), cause -> true));
        queue.tick(80 * MS);
        queue.tick(99 * MS);
        queue.tick(101 * MS);
    }

    private static CauseEvidence of(Cause cause, long fromMs, long toMs, boolean placed) {
        long lengthNs = (toMs - fromMs) * MS;
        return SampleEvidence.waited(cause, fromMs * MS, toMs * MS, placed ? lengthNs : lengthNs - 1);
    }

    private void attributeTick(long sentMs, long answeredMs) {
        causes.attribute(7, 100 * MS, sentMs * MS, answeredMs * MS, queue);
    }

    private long attributedNs() {
        long all = causes.unexplainedNs();
        for (Cause cause : Cause.values()) {
            assertThat(causes.ns(cause)).as(cause.key()).isNotNegative();
            all += causes.ns(cause);
        }
        return all;
    }

    @Test
    void doesNotAllocate() {
        attributeTick(101, 140);
        assertThat(List.of(Cause.BLOCKED, Cause.HARNESS, Cause.RUN_QUEUE))
                .as("covered causes")
                .allSatisfy(cause -> assertThat(causes.ns(cause)).isPositive());
        assertThat(queue.backlogNs()).isPositive();
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < ROUNDS; i++) {
                attributeTick(101, 140);
            }
            fewest = Math.min(
                    fewest,
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(fewest).as("bytes for %d ticks", ROUNDS).isLessThan(ROUNDS);
    }

    @Test
    void attributesEachExcessNanosecondOnce() {
        attributeTick(101, 140);
        assertThat(attributedNs()).isEqualTo(39 * MS).isEqualTo(causes.longerNs());
    }

    @Test
    void answerBeforeTheSendGivesNoNegativeTime() {
        attributeTick(130, 120);
        assertThat(attributedNs()).isEqualTo(19 * MS);
        assertThat(causes.ns(Cause.HARNESS)).isEqualTo(19 * MS);
    }
}
