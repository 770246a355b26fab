package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.TickResults;

/**
 * An application that holds every tick for 25 ms has stale prices for a share of time that grows with the rate: the rate that
 * exceeds a bound can be computed.
 */
@LongProof
class RateIT {
    private static final int WRONG = 2;
    private static final int UNDECIDED = 7;
    private static final int VOID = 3;

    private static final double SHARE = 0.6;
    private static final long MS = 1_000_000;
    private static final long AGE_NS = 5 * MS;
    private static final long HOLD_NS = 25 * MS;
    /** Allowance per hold for a busy machine. */
    private static final long NOISE_NS = 5 * MS;

    @TempDir
    private Path folder;

    @Test
    void findsTheRateAtWhichPricesAreStaleForTooLong() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        Path out = folder.resolve("search");
        T2qProcess search = T2qProcess.startHurried(
                folder,
                "rate --slo 'no session more than 60 % of its time stale by 5 ms' --recording=" + recording
                        + " --window=T0..T0+4s --sessions=2 --warm-up=200ms --warm-up-limit=2s --warm-up-tolerance=1000 --drain=500ms"
                        + " '--app-args=--hold 25ms' --from=0.5 --to=4 --step=100% --runs=1 --out=" + out);
        int status = search.awaitEnd();
        JsonNode rate = Summaries.json(out.resolve("rate.json"));
        if (status == VOID
                || status == UNDECIDED && rate.path("above").path("voids").asInt() > 0) {
            assertThat(search.out().replaceAll("\\s+", " "))
                    .as("VOID on a noisy machine")
                    .contains("A VOID run does not measure the application");
            return;
        }
        assertThat(status).as(search.texts()).isZero();
        assertThat(rate.path("answer").asText()).isEqualTo("found");
        double holds = rate.path("holds").path("speed").asDouble();
        double above = rate.path("above").path("speed").asDouble();
        Path first = out.resolve("speed-0.5/run-1/tick-results.bin");
        assertThat(holds).isLessThanOrEqualTo(limit(first, HOLD_NS));
        assertThat(above).isGreaterThan(limit(first, HOLD_NS + NOISE_NS));
        assertThat(search.out())
                .contains("All levels hold up to speed " + text(holds) + " (", "At speed " + text(above));
        assertThat(Files.readString(out.resolve("rate.html"))).contains("speed-" + text(above) + "/run-1/report.html");
        assertNothingLeftToDo(out, search.out());
    }

    private static String text(double speed) {
        return speed == Math.rint(speed) ? Long.toString((long) speed) : Double.toString(speed);
    }

    private void assertNothingLeftToDo(Path out, String expected) throws Exception {
        T2qProcess again = T2qProcess.run(folder, "rate", "--resume", out.toString());
        assertThat(again.out()).isEqualTo(expected);
        T2qProcess run = T2qProcess.run(folder, "run", "--resume", out.toString());
        assertThat(run.err()).contains("expected t2q rate --resume " + out);
        T2qProcess other = T2qProcess.run(folder, "rate --slo 'no answer later than 1 s' --out " + out);
        assertThat(other.ended(WRONG).err()).contains("to continue its search: t2q rate --resume " + out);
        T2qProcess pruned = T2qProcess.run(folder, "prune", folder.toString(), "--keep", "0", "--yes");
        assertThat(pruned.out()).doesNotContain("rate.json", "rate-plan.json");
        assertThat(out).doesNotExist();
    }

    /** Returns the highest speed at which prices are stale for at most the share, if every tick is held for {@code holdNs}. */
    private static double limit(Path results, long holdNs) {
        try (TickResults ticks = TickResults.open(results)) {
            double low = 0.01;
            double high = 100;
            while (high / low > 1.0001) {
                double middle = Math.sqrt(low * high);
                if (oldShare(ticks, middle / 0.5, holdNs) <= SHARE) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** Returns the share of time of all pairs with stale prices, if replayed faster than in the file. */
    private static double oldShare(TickResults ticks, double faster, long holdNs) {
        Map<Integer, Double> oldUntil = new HashMap<>();
        double oldNs = 0;
        double begin = ticks.intendedNs(1) / faster;
        double end = ticks.intendedNs(ticks.ticks()) / faster;
        for (long tick = 1; tick <= ticks.ticks(); tick++) {
            if (ticks.dueTiers(tick) == 0) {
                continue;
            }
            double at = ticks.intendedNs(tick) / faster;
            double from = Math.max(at + AGE_NS, oldUntil.getOrDefault(ticks.instrumentId(tick), 0.0));
            double to = at + holdNs;
            oldNs += Math.max(0, to - from);
            oldUntil.put(ticks.instrumentId(tick), Math.max(from, to));
        }
        return oldNs / (oldUntil.size() * (end + holdNs - begin));
    }
}
