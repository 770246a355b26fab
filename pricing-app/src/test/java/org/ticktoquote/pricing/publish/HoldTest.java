package org.ticktoquote.pricing.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.price.PricedTicks;
import org.ticktoquote.pricing.publish.Hold.HoldPlan;
import org.ticktoquote.pricing.truth.RememberedTruth;
import org.ticktoquote.pricing.truth.Truth;

class HoldTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path directory;

    @Test
    void laterTickOfThePairDoesNotOvertake() {
        RememberedTruth truth = new RememberedTruth();
        List<Long> out = new CopyOnWriteArrayList<>();
        DelayLine line = new DelayLine("hold-test", System::nanoTime, 0, (thread, thrown) -> {});
        HoldPlan plan = tickId -> tickId == 1 ? 30 * MS : 5 * MS;
        Hold hold = new Hold(
                plan, line, (PricedTick priced) -> out.add(priced.tick().tickId()), truth);
        long nowNs = System.nanoTime();
        line.start();
        hold.put(PricedTicks.arrived(1, nowNs, 1));
        hold.put(PricedTicks.arrived(2, nowNs + 10 * MS, 1));
        hold.put(PricedTicks.arrived(3, nowNs + 40 * MS, 1));
        await().atMost(ONE_MINUTE).until(() -> out.size() == 3);
        line.stop();
        assertThat(out).containsExactly(1L, 2L, 3L);
        assertThat(truth.ticks.stream().map(Truth.TickFacts::holdNs))
                .as("resulting holds: the second tick leaves with the first")
                .containsExactly(30 * MS, 20 * MS, 5 * MS);
    }

    @Test
    void holdsForAFixedTimeOrOneDrawnFromSeededLogNormal() {
        assertThat(HoldPlan.parse("5ms").holdNs(1)).isEqualTo(5 * MS);
        assertThat(HoldPlan.parse("none")).isSameAs(HoldPlan.NONE);
        assertThat(HoldPlan.parse("0ms")).isSameAs(HoldPlan.NONE);

        HoldPlan plan = HoldPlan.parse("lognormal:median=1ms,sigma=0.5,seed=7");
        long[] holds =
                LongStream.rangeClosed(1, 20_000).map(plan::holdNs).sorted().toArray();
        assertThat(holds[10_000] / 1e6).as("median").isBetween(0.98, 1.02);
        assertThat(holds[16_827] / 1e6).as("one sigma above").isBetween(1.60, 1.70);
        assertThat(HoldPlan.parse("lognormal:median=1ms,sigma=0.5,seed=7").holdNs(99))
                .isEqualTo(plan.holdNs(99));
        assertThat(HoldPlan.parse("lognormal:median=1ms,sigma=0.5,seed=8").holdNs(99))
                .isNotEqualTo(plan.holdNs(99));
        assertThat(HoldPlan.parse("lognormal:median=1ms,sigma=5,seed=7,max=2ms").holdNs(3))
                .isLessThanOrEqualTo(2 * MS);
        HoldPlan wide = HoldPlan.parse("lognormal:median=1h,sigma=5,seed=7");
        assertThat(LongStream.rangeClosed(1, 20_000).map(id -> System.nanoTime() + wide.holdNs(id)))
                .as("release times")
                .allMatch(releaseNs -> releaseNs > 0);
    }

    @Test
    void usesDurationsOfAFileInTurnAndReportsAnInvalidLine() throws IOException {
        Path file = Files.writeString(directory.resolve("holds.txt"), "1ms\n\n250us\n3ms\n");
        HoldPlan plan = HoldPlan.parse("file:" + file);
        assertThat(LongStream.rangeClosed(1, 4).map(plan::holdNs)).containsExactly(MS, MS / 4, 3 * MS, MS);

        Path invalid = Files.writeString(directory.resolve("invalid.txt"), "1ms\nsoon\n");
        assertThatThrownBy(() -> HoldPlan.parse("file:" + invalid))
                .hasMessageContaining(invalid + ":2")
                .hasMessageContaining("soon");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "soon",
                "lognormal:sigma=1,seed=1",
                "lognormal:median=1ms,sigma=x,seed=1",
                "lognormal:median=1ms,sigma=1,seed=1,mean=2",
                "file:/does/not/exist"
            })
    void refusesInvalidPlans(String text) {
        assertThatThrownBy(() -> HoldPlan.parse(text))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(text.substring(0, 4));
    }
}
