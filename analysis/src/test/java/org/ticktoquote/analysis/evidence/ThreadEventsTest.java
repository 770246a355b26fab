package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockTranslation;

class ThreadEventsTest {
    private static final UUID RUN = new UUID(5, 6);

    @TempDir
    private Path folder;

    private HostState read(String... looks) throws Exception {
        Path file = folder.resolve("evidence-application.jsonl");
        Files.writeString(
                file,
                "{\"formatVersion\":1,\"run\":\"" + RUN + "\",\"intervalNs\":100000000}\n" + String.join("\n", looks)
                        + "\n");
        return HostState.read(file, RUN, ClockTranslation.NONE);
    }

    /** A sample of 100 ms. Counts: index, wait, CPU, voluntary, involuntary, migrations, minor and major faults. */
    private static String sampled(int tenth, String threads, String counts) {
        return "{\"fromNs\":" + tenth + "00000000,\"toNs\":" + (tenth + 1) + "00000000," + threads + "\"counts\":"
                + counts + "}";
    }

    @Test
    void reportsEventsOfTheWorstSampleAndTheMostAffectedThread() throws Exception {
        HostState host = read(
                sampled(
                        10,
                        "\"threads\":[[0,7,7,\"main\",\"other\"],[1,7,9,\"decoder\",\"other\"]],",
                        "[[0,0,1,3,2,-1,40,0],[1,0,1,3,1,-1,10,0]]"),
                sampled(11, "", "[[0,0,1,3,0,-1,0,0],[1,0,1,3,5,-1,0,12]]"),
                sampled(12, "", "[]"),
                sampled(13, "", "[[0,0,1,0,0,-1,0,0]]"));
        assertThat(host.between(1_050_000_000, 1_150_000_000))
                .containsExactly(
                        "threads, the worst of 2 samples: pages read from a disk 120/s, most of decoder (9) (mean 30/s),"
                                + " pages given by the kernel 500/s, most of main (7) (mean 125/s),"
                                + " CPUs taken away 50/s, most of decoder (9) (mean 20/s)");
        assertThat(host.between(1_100_000_000, 1_150_000_000).get(0)).contains("the worst of 1 sample", "120/s");
        assertThat(host.between(1_200_000_000, 1_400_000_000)).isEmpty();
    }

    @Test
    void reportsMigrationsIfTheKernelCountsThem() throws Exception {
        HostState host = read(sampled(10, "\"threads\":[[0,7,7,\"main\",\"other\"]],", "[[0,0,1,3,0,1,0,0]]"));
        assertThat(host.between(0, Long.MAX_VALUE))
                .isEqualTo(List.of(
                        "threads, the worst of 1 sample: moves to another CPU 10/s, most of main (7) (mean 10/s)"));
    }
}
