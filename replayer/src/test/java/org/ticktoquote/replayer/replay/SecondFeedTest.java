package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;

final class SecondFeedTest extends PipedReplay {
    @Test
    void secondFeedGetsEveryTickAndItsOwnJournal() throws Exception {
        Path second = folder.resolve("second");
        launch("udp://127.0.0.1:40999", "--second-feed", "udp://127.0.0.1:40998", "--second-run", second.toString());
        assertThat(await("second-ready").path("feed").asText()).isEqualTo("udp://127.0.0.1:40998");
        assertThat(await("ready").path("feed").asText()).isEqualTo("udp://127.0.0.1:40999");
        start(1_000);
        assertThat(await("second-done").path("sent").asLong()).isEqualTo(TICKS);
        assertThat(await("done").path("sent").asLong()).isEqualTo(TICKS);
        tell("stop", Map.of());
        assertThat(ended()).isEqualTo(ExitStatus.OK.code());
        List<PacerTest.Line> one = PacerTest.lines(run.resolve("ticks.journal"));
        List<PacerTest.Line> other = PacerTest.lines(second.resolve("ticks.journal"));
        assertThat(other)
                .extracting(PacerTest.Line::intendedNs)
                .isEqualTo(one.stream().map(PacerTest.Line::intendedNs).toList());
        assertThat(second.resolve("audit-replayer.jsonl")).exists();
    }
}
