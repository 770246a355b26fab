package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentThreadsTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 12, 64, 200})
    void reallyHasTheThreadsThatAreAskedForAndEndsAllOfThem(int threads) throws Exception {
        List<String> names;
        try (RunningApplication application =
                new RunningApplication("--feed", "udp://127.0.0.1:0", "--threads", "" + threads)) {
            names = new ArrayList<>();
            application.line("ready").orElseThrow().detail().path("threads").forEach(name -> names.add(name.asText()));
            assertThat(names).hasSize(threads);
            assertThat(liveThreads()).containsAll(names);
            assertThat(liveThreads()).anyMatch(name -> name.equals("pricing-fix-io"));
            assertThat(application.endNs()).as("time to end").isLessThan(TimeUnit.SECONDS.toNanos(1));
        }
        await().until(() -> liveThreads().stream().noneMatch(names::contains));
    }

    private static List<String> liveThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
