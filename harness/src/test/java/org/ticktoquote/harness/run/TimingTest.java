package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingTest {
    @ParameterizedTest
    @CsvSource({"3, 60, 10", "60, 60, 60", "180, 180, 180"})
    void limitsFollowALongerStartLimit(long startLimitS, long readyS, long firstSnapshotsS) {
        RunPlan.WarmUp warmUp = new RunPlan.WarmUp(0, 0, 1, 1, 1);
        RunPlan.Timing timing = new RunPlan.Timing(TimeUnit.SECONDS.toNanos(startLimitS), warmUp, OptionalLong.empty());
        assertThat(timing.readyLimitNs()).isEqualTo(TimeUnit.SECONDS.toNanos(readyS));
        assertThat(timing.firstSnapshotsLimitNs()).isEqualTo(TimeUnit.SECONDS.toNanos(firstSnapshotsS));
    }
}
