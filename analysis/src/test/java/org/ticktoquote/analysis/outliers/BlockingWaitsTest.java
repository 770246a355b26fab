package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** Waits of threads that ticks in progress needed or did not need. */
final class BlockingWaitsTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path directory;

    @AutoClose
    private TickResults ticks;

    private final List<EvidenceInterval> waits = new ArrayList<>();

    @BeforeEach
    void create() {
        ticks = TickResults.create(directory.resolve("tick-results.bin"), 1);
    }

    private void tick(int pair, long sentMs, long answeredMs) {
        long id = ticks.append(sentMs * MS, sentMs * MS, pair, 0, 1);
        long responseNs = (answeredMs - sentMs) * MS;
        ticks.setCell(id, 0, ResultCell.of(ResultCell.PUBLISHED, responseNs));
        ticks.setClients(id, responseNs, responseNs, responseNs, 0);
    }

    private void wait(String who, long fromMs, long toMs) {
        waits.add(new EvidenceInterval(fromMs * MS, toMs * MS, (toMs - fromMs) * MS, who, who + " waited"));
    }

    private BlockingWaits held() {
        EvidenceInterval[] all = waits.toArray(EvidenceInterval[]::new);
        return BlockingWaits.of(ticks, List.of(SampleEvidence.evidence(Cause.BLOCKED, all)));
    }

    private static long ms(BlockingWaits held, int pair, long sentMs, long answeredMs) {
        CauseTimeline none = CauseTimeline.of(List.of(), cause -> true);
        return placed(held, pair, sentMs, answeredMs, none).ns(Cause.BLOCKED) / MS;
    }

    private static CauseTimes placed(BlockingWaits held, int pair, long sentMs, long answeredMs, CauseTimeline others) {
        CauseTimes placed = new CauseTimes();
        others.overlaps(sentMs * MS, answeredMs * MS, placed::add);
        held.attribute(pair, sentMs * MS, answeredMs * MS, others, placed);
        return placed;
    }

    private static CauseTimeline from105To115(Cause cause) {
        return CauseTimeline.of(List.of(SampleEvidence.exact(cause, 105 * MS, 115 * MS)), each -> true);
    }

    @Test
    void waitOfAThreadThatServesAllPairsBlocksEveryTick() {
        wait("quoter", 100, 120);
        tick(0, 99, 121);
        tick(1, 105, 122);
        tick(2, 110, 123);
        BlockingWaits held = held();
        assertThat(ms(held, 0, 99, 121)).isEqualTo(20);
        assertThat(ms(held, 1, 105, 122)).isEqualTo(15);
        assertThat(held.evidence().get(0).intervals()).isEqualTo(waits);
        assertThat(held.evidence().get(0).reservation()).isEmpty();
        assertThat(held.ofAllPairs().get(0).intervals()).isEqualTo(waits);
    }

    @Test
    void ticksAnsweredDuringAWaitDidNotNeedTheThread() {
        wait("housekeeper", 100, 200);
        tick(0, 110, 111);
        tick(1, 195, 215);
        tick(0, 199, 230);
        BlockingWaits held = held();
        assertThat(ms(held, 0, 199, 230)).isZero();
        assertThat(ms(held, 1, 195, 215)).isEqualTo(5); // no tick of its pair contradicts it
        wait("housekeeper", 300, 400);
        wait("housekeeper", 500, 600);
        tick(0, 310, 311);
        tick(1, 320, 321);
        tick(0, 510, 511);
        assertThat(ms(held(), 1, 195, 215)).isZero(); // the thread needs many such waits to be blocking
        assertThat(held().evidence().get(0).intervals()).isEmpty();
        assertThat(held().evidence().get(0).reservation())
                .isEqualTo("3 further waits of threads that the ticks of this time did not need");
    }

    @Test
    void threadCanServeSomePairsOnly() {
        for (int i = 0; i < 5; i++) {
            wait("lane-1", i * 1_000 + 100, i * 1_000 + 120);
            tick(0, i * 1_000 + 105, i * 1_000 + 106);
            tick(1, i * 1_000 + 110, i * 1_000 + 121);
        }
        BlockingWaits held = held();
        assertThat(ms(held, 1, 110, 121)).isEqualTo(10);
        assertThat(ms(held, 0, 105, 130)).isZero();
        assertThat(ms(held, 2, 105, 130)).isZero();
        assertThat(held.evidence().get(0).intervals()).hasSize(5);
        assertThat(held.ofAllPairs().get(0).intervals()).isEmpty();
    }

    @Test
    void waitDoesNotBlockEarlierTicksAnsweredBeforeItsEnd() {
        wait("quoter", 100, 150);
        tick(0, 90, 110);
        tick(0, 120, 151);
        assertThat(ms(held(), 0, 90, 110)).isZero();
        assertThat(ms(held(), 0, 120, 151)).isEqualTo(30);
    }

    @Test
    void simultaneousWaitsCountOnceAndJvmStopsTakePrecedence() {
        wait("a", 100, 120);
        wait("b", 110, 130);
        tick(0, 100, 131);
        BlockingWaits held = held();
        assertThat(ms(held, 0, 100, 131)).isEqualTo(30);
        CauseTimes stop = placed(held, 0, 100, 131, from105To115(Cause.JVM_STOP));
        assertThat(stop.ns(Cause.BLOCKED)).isEqualTo(20 * MS);
        assertThat(stop.ns(Cause.JVM_STOP)).isEqualTo(10 * MS);
        CauseTimes runQueue = placed(held, 0, 100, 131, from105To115(Cause.RUN_QUEUE));
        assertThat(runQueue.ns(Cause.BLOCKED)).isEqualTo(30 * MS);
        assertThat(runQueue.ns(Cause.RUN_QUEUE))
                .as("the same time is attributed once")
                .isZero();
    }
}
