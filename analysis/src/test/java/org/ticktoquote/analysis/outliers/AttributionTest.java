package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.evidence.Cause.BLOCKED;
import static org.ticktoquote.analysis.evidence.Cause.HARNESS;
import static org.ticktoquote.analysis.evidence.Cause.INTERRUPT;
import static org.ticktoquote.analysis.evidence.Cause.JVM_STOP;
import static org.ticktoquote.analysis.evidence.Cause.MACHINE;
import static org.ticktoquote.analysis.evidence.Cause.NETWORK;
import static org.ticktoquote.analysis.evidence.Cause.RUN_QUEUE;
import static org.ticktoquote.analysis.evidence.Cause.STEAL;
import static org.ticktoquote.analysis.evidence.Cause.STOPPED;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.results.TickResults;

/** Share of each cause in late ticks of random runs, compared with the brute-force {@link MomentByMoment}. */
final class AttributionTest {
    /** Longer than the slack between clocks. */
    private static final long STEP_NS = 30_000;

    private static final int END = 160;
    private static final List<Cause> PLACED =
            List.of(STOPPED, JVM_STOP, BLOCKED, RUN_QUEUE, INTERRUPT, STEAL, MACHINE, HARNESS);
    private static final List<Cause> SAMPLED = List.of(RUN_QUEUE, STEAL, NETWORK, HARNESS);

    @TempDir
    private Path directory;

    @AutoClose
    private TickResults noTicks;

    @BeforeEach
    void create() {
        noTicks = TickResults.create(directory.resolve("tick-results.bin"), 1);
    }

    private static CauseEvidence evidence(Cause cause, int from, int to, int most) {
        return SampleEvidence.evidence(
                cause, new EvidenceInterval(from * STEP_NS, to * STEP_NS, most * STEP_NS, cause.key() + from, ""));
    }

    private static List<CauseEvidence> evidence(SplittableRandom random) {
        List<CauseEvidence> all = new ArrayList<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            int from = random.nextInt(END);
            int length = 1 + random.nextInt(30);
            all.add(evidence(PLACED.get(random.nextInt(PLACED.size())), from, from + length, length));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            int from = random.nextInt(END);
            int length = 2 + random.nextInt(40);
            Cause cause = SAMPLED.get(random.nextInt(SAMPLED.size()));
            all.add(evidence(cause, from, from + length, 1 + random.nextInt(length - 1)));
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void attributesEachMomentOnceInOrderOfCauses(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int series = 0; series < ProofLevel.fullOr(40, 15); series++) {
            List<CauseEvidence> evidence = evidence(random);
            int pace = random.nextInt(6);
            int usual = random.nextInt(4);
            List<Integer> sent = new ArrayList<>();
            for (int at = random.nextInt(10); at < END; at += random.nextInt(12)) {
                sent.add(at);
            }
            BlockingWaits waits = BlockingWaits.of(noTicks, evidence);
            TickCauses causes = new TickCauses(waits, usual * STEP_NS);
            BacklogQueue queue = new BacklogQueue(
                    pace * STEP_NS,
                    CauseTimeline.of(waits.ofAllPairs(), cause -> cause != HARNESS && cause != NETWORK));
            MomentByMoment moments = new MomentByMoment(evidence, STEP_NS, sent, pace, usual);
            for (int tick = 0; tick < sent.size(); tick++) {
                int intended = sent.get(tick) - Math.max(0, random.nextInt(8) - 4);
                int answered = sent.get(tick) + random.nextInt(60);
                queue.tick(sent.get(tick) * STEP_NS);
                causes.attribute(0, intended * STEP_NS, sent.get(tick) * STEP_NS, answered * STEP_NS, queue);
                Map<Cause, Integer> expected = moments.of(tick, intended, answered);
                for (Cause cause : Cause.values()) {
                    assertThat(causes.ns(cause))
                            .as("seed %d, series %d, tick %d of %s: %s", seed, series, tick, sent, cause)
                            .isEqualTo(expected.getOrDefault(cause, 0) * STEP_NS);
                }
                assertThat(causes.longerNs()).isEqualTo(Math.max(0, answered - intended - usual) * STEP_NS);
            }
        }
    }
}
