package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.settings.RunSettings;

class TimingTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"3, 60, 10", "60, 60, 60", "180, 180, 180"})
    void limitsFollowALongerStartLimit(long startLimitS, long readyS, long firstSnapshotsS) {
        RunPlan.WarmUp warmUp = new RunPlan.WarmUp(0, 0, 1, 1, 1);
        RunPlan.Timing timing = new RunPlan.Timing(TimeUnit.SECONDS.toNanos(startLimitS), warmUp, OptionalLong.empty());
        assertThat(timing.readyLimitNs()).isEqualTo(TimeUnit.SECONDS.toNanos(readyS));
        assertThat(timing.firstSnapshotsLimitNs()).isEqualTo(TimeUnit.SECONDS.toNanos(firstSnapshotsS));
    }

    @Test
    void runsOfADuetAwaitTheLongerLimit() {
        RunPlan first = plan("60s");
        RunPlan second = plan("3min");
        SharedReplayer replayer =
                new SharedReplayer(new RunSequence.DuetRun(first, ""), new RunSequence.DuetRun(second, ""), null);
        assertThat(replayer.firstLink.firstSnapshotsLimitNs(first)).isEqualTo(TimeUnit.MINUTES.toNanos(3));
        assertThat(replayer.secondLink.firstSnapshotsLimitNs(second)).isEqualTo(TimeUnit.MINUTES.toNanos(3));
    }

    private RunPlan plan(String startLimit) {
        return RunSettings.parse(List.of("--window=T0..T0+1s", "--sessions=1", "--start-limit=" + startLimit))
                .plan(new RunDirectory(folder));
    }
}
