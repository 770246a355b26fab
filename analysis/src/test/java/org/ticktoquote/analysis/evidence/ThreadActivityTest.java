package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockTranslation;

/** Two samples of 100 ms each of a running thread, a waiting thread and a collector thread. */
class ThreadActivityTest {
    private static final UUID RUN = new UUID(5, 6);
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    private ThreadActivity between(long fromMs, long toMs) throws Exception {
        Path file = Files.writeString(
                folder.resolve("evidence-application.jsonl"),
                "{\"formatVersion\":1,\"run\":\"" + RUN + "\",\"intervalNs\":100000000}\n"
                        + "{\"fromNs\":1000000000,\"toNs\":1100000000,\"threads\":[[0,7,71,\"quoter\",\"other\"],"
                        + "[1,7,72,\"G1 Conc\",\"gc\"]],\"counts\":[[0,0,30000000,1,0,0,0,0],[1,0,99000000,1,0,0,0,0]]}\n"
                        + "{\"fromNs\":1100000000,\"toNs\":1200000000,\"threads\":[[2,7,73,\"decoder\",\"other\"]],"
                        + "\"counts\":[[0,50000000,50000000,1,0,0,0,0],[2,160000000,0,1,0,0,0,0]]}\n");
        ThreadActivity activity = new ThreadActivity(fromMs * MS, toMs * MS);
        ThreadActivity.read(file, RUN, ClockTranslation.NONE, List.of(activity));
        return activity;
    }

    private static void assertShares(List<Double> shares, int from, int to, double share) {
        assertThat(shares.subList(from, to)).allSatisfy(one -> assertThat(one).isCloseTo(share, within(1e-9)));
    }

    @Test
    void spreadsASampleOverItsTime() throws Exception {
        ThreadActivity activity = between(1_000, 1_200);
        assertThat(activity.threads()).containsExactly("decoder (73)", "quoter (71)");
        assertShares(activity.ran("quoter (71)"), 0, 30, 0.3);
        assertShares(activity.ran("quoter (71)"), 30, 60, 0.5);
        assertShares(activity.ready("quoter (71)"), 0, 30, 0);
        assertShares(activity.ready("quoter (71)"), 30, 60, 0.5);
        assertShares(activity.ran("decoder (73)"), 0, 60, 0);
    }

    /** A wait of 160 ms that ended in the second sample started 60 ms before it. */
    @Test
    void waitLongerThanItsSampleStartedEarlier() throws Exception {
        List<Double> ready = between(1_000, 1_200).ready("decoder (73)");
        assertShares(ready, 0, 12, 0);
        assertShares(ready, 12, 60, 1);
    }

    @Test
    void usesTheShareOfASampleLongerThanTheInterval() throws Exception {
        ThreadActivity activity = between(1_050, 1_060);
        assertShares(activity.ran("quoter (71)"), 0, 60, 0.3);
        assertThat(activity.lengthNs()).isCloseTo(10 * MS, within(1e-3));
    }

    @Test
    void isEmptyOutsideTheSamples() throws Exception {
        assertThat(between(100, 999).threads()).isEmpty();
        assertThat(between(1_200, 1_300).threads()).isEmpty();
        assertShares(between(100, 999).ran("nobody (1)"), 0, 60, 0);
    }
}
