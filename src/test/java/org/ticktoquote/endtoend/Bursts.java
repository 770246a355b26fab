package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ticktoquote.endtoend.CauseProof.Fault;

/**
 * A recording of one pair with a tick every 5 ms, and 300 ticks within 6 ms at random moments.
 *
 * @param beginsNs after the announcement
 */
record Bursts(Path recording, List<Long> beginsNs) {
    private static final long MS = 1_000_000;
    private static final long ANNOUNCEMENT_NS = 1_399_033_805_000L * MS;
    private static final long STEP_NS = 5 * MS;
    private static final int TICKS = 300;
    private static final long APART_NS = 20_000;
    /** Start of the window after the announcement, at a tick. */
    private static final long WINDOW_NS = 1_000 * MS;
    /** Slightly longer than a server with 100 us per tick needs for 300 ticks. */
    private static final long LASTS_NS = 40 * MS;

    static Bursts record(Path folder, int count) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(13);
        List<Long> begins = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        for (long ns = -6_000 * MS; ns < 50_000 * MS; ns += STEP_NS) {
            times.add(ns);
        }
        long beginNs = 1_100 * MS;
        for (int burst = 0; burst < count; burst++) {
            begins.add(beginNs);
            for (int tick = 0; tick < TICKS; tick++) {
                times.add(beginNs + tick * APART_NS);
            }
            beginNs += (600 + random.nextInt(700)) * MS;
        }
        times.sort(null);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < times.size(); row++) {
            rows.add(String.format(
                    Locale.ROOT,
                    "%d,1.38%03d,1.38%03d",
                    ANNOUNCEMENT_NS + times.get(row),
                    600 + row % 7,
                    620 + row % 7));
        }
        Path recording = folder.resolve("bursts.t2q");
        T2qProcess.run(
                        folder,
                        "import EUR/USD=" + Files.write(folder.resolve("bursts.csv"), rows)
                                + " --columns time=0,bid=1,ask=2 --time-format epoch-ns --announcement 12:30:05 --out "
                                + recording)
                .ended(0);
        return new Bursts(recording, begins);
    }

    static String window() {
        return "T0+1s..T0+42s";
    }

    /** Returns the bursts on the run's clock; {@code firstNs} is the due time of the window's first tick. */
    List<Fault> faults(long firstNs) {
        return beginsNs.stream()
                .map(ns -> new Fault(firstNs + ns - WINDOW_NS, firstNs + ns - WINDOW_NS + LASTS_NS))
                .toList();
    }
}
