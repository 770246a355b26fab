package org.ticktoquote.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanQualityTest {
    @ParameterizedTest
    @ValueSource(doubles = {12.8, 25.6, 38.4})
    @EnabledIfSystemProperty(named = "t2q.proof", matches = "full")
    void oneSecondFindsNearlyAsGoodAPlanAsAMinute(double load) throws IOException, InterruptedException {
        PlanQuality quality = PlanQuality.of(load, 60);

        System.out.println(quality.words());
        assertThat(quality.found()).as(quality.words()).isLessThanOrEqualTo(1.015 * quality.longer());
    }

    @ParameterizedTest
    @ValueSource(doubles = {12.8, 25.6, 38.4})
    @EnabledIfSystemProperty(named = "t2q.proof", matches = "long|full")
    void oneSecondIsEnoughFor200ThreadsOn64Cpus(double load) throws IOException, InterruptedException {
        PlanQuality quality = PlanQuality.of(load, 1);

        System.out.println(quality.words());
        assertThat(quality.movesPerCpuSecond()).as(quality.words()).isGreaterThan(3e5);
        assertThat(quality.found()).as(quality.words()).isLessThanOrEqualTo(0.55 * quality.balanced());
        quality.scotch()
                .ifPresent(scotch ->
                        assertThat(quality.found()).as(quality.words()).isLessThanOrEqualTo(0.8 * scotch));
    }
}
