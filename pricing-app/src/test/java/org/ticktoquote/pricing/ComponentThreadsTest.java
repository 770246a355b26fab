package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentThreadsTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 12, 64, 200})
    void startsRequestedThreadsAndEndsAllOfThem(int threads) throws Exception {
        List<String> names;
        try (RunningApplication application =
                new RunningApplication("--feed", "udp://127.0.0.1:0", "--threads", "" + threads)) {
            names = new ArrayList<>();
            application.line("ready").orElseThrow().detail().path("threads").forEach(name -> names.add(name.asText()));
            assertThat(names).hasSize(threads);
            assertThat(liveThreads()).containsAll(names);
            assertThat(liveThreads()).anyMatch(name -> name.equals("pricing-fix-io"));
            application.end();
        }
        await().atMost(ONE_MINUTE).until(() -> liveThreads().stream().noneMatch(names::contains));
    }

    /** Prints each attempt, because the machine can be busy. */
    @ParameterizedTest
    @ValueSource(ints = {3, 200})
    @EnabledIfSystemProperty(
            named = "t2q.proof",
            matches = "long|full",
            disabledReason = "SKIPPED: only with -Dt2q.proof=long")
    void endsWithinASecond(int threads) {
        long tookNs = Long.MAX_VALUE;
        for (int i = 1; i <= 5 && tookNs > TimeUnit.SECONDS.toNanos(1); i++) {
            try (RunningApplication application =
                    new RunningApplication("--feed", "udp://127.0.0.1:0", "--threads", "" + threads)) {
                long fromNs = System.nanoTime();
                application.end();
                tookNs = System.nanoTime() - fromNs;
            }
            System.out.println("end of " + threads + " threads, try " + i + ": " + tookNs / 1_000_000 + " ms");
        }
        assertThat(tookNs).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    private static List<String> liveThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
