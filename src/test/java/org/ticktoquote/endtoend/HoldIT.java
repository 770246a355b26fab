package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.DurationText;

/**
 * Known delays of the application are measured tick by tick: interleaved rounds of runs that differ only in
 * the hold. {@code -Dt2q.hold.rounds=5} runs more rounds; the table is printed to standard output.
 */
@LongProof
@Tag("alone")
class HoldIT {
    private static final int ROUNDS = Integer.getInteger("t2q.hold.rounds", 0);
    private static final String LOGNORMAL = "lognormal:median=2ms,sigma=0.5,seed=7,max=50ms";
    private static final List<String> HOLDS =
            ROUNDS == 0 ? List.of(LOGNORMAL) : List.of("none", "1ms", "5ms", LOGNORMAL);
    /** Maximum ratio between rounds on a quiet machine; not checked for a single round on a busy machine. */
    private static final double WIDE = 3.0;
    /** Maximum distance of distributions, far below that of another distribution; also for a quiet machine. */
    private static final double FAR = 0.4;

    private static final ProofTable TABLE = new ProofTable("holds");

    @TempDir
    private Path folder;

    private final Map<String, List<Long>> waysOut = new LinkedHashMap<>();

    @Test
    void responseContainsEveryHoldAndNothingElse() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "15", "--rate-factor", "1.5");
        for (int round = 1; round <= Math.max(1, ROUNDS); round++) {
            for (int i = 0; i < HOLDS.size(); i++) {
                measure(recording, HOLDS.get(i), Path.of("run-" + round + "-" + i));
            }
        }
        for (String hold : ROUNDS == 0 ? List.<String>of() : HOLDS) {
            double ratio = (double) median(waysOut.get(hold)) / median(waysOut.get("none"));
            print(
                    "way out %-48s median of %d runs %s, ratio to no hold %.2f",
                    hold, ROUNDS, text(waysOut.get(hold)), ratio);
            assertThat(ratio).as("way out with hold %s against none", hold).isBetween(1 / WIDE, WIDE);
        }
    }

    private void measure(Path recording, String hold, Path name) throws Exception {
        Scenario scenario = Scenario.hurriedIn(folder)
                .named(name)
                .with(
                        "--recording",
                        recording.toString(),
                        "--window",
                        ROUNDS == 0 ? "T0+1500ms..T0+4500ms" : "T0+1500ms..T0+8500ms")
                .with("--app-args", "--hold " + hold);
        scenario.run(0);
        TruthAudit audit = TruthAudit.of(scenario.directory());
        assertThat(audit.disagreements()).as("hold %s", hold).isEmpty();
        List<TruthAudit.Journey> journeys = audit.published();
        waysOut.computeIfAbsent(hold, key -> new ArrayList<>())
                .add(percentile(journeys, TruthAudit.Journey::wayOutNs, 0.5));
        Summaries summary = Summaries.of(scenario.directory());
        print(
                "%-48s %,d ticks %,d snapshots in order; hold p50 %s p99 %s; out - intended p50 %s p99 %s; way out p50 %s"
                        + " p99 %s; response p50 %s p99 %s",
                hold,
                summary.ticks(),
                journeys.size(),
                text(percentile(journeys, TruthAudit.Journey::holdNs, 0.5)),
                text(percentile(journeys, TruthAudit.Journey::holdNs, 0.99)),
                text(percentile(journeys, journey -> journey.outNs() - journey.intendedNs(), 0.5)),
                text(percentile(journeys, journey -> journey.outNs() - journey.intendedNs(), 0.99)),
                text(percentile(journeys, TruthAudit.Journey::wayOutNs, 0.5)),
                text(percentile(journeys, TruthAudit.Journey::wayOutNs, 0.99)),
                text(summary.percentileNs("responseNs", "p50")),
                text(summary.percentileNs("responseNs", "p99")));
        assertThat(journeys)
                .as("hold %s", hold)
                .allMatch(journey -> journey.receivedNs() - journey.intendedNs() >= journey.holdNs());
        if (ROUNDS > 0 && !hold.equals("none")) { // without a hold most of a response is the way out
            assertThat(distance(journeys))
                    .as("Kolmogorov distance of reported and true responses, hold %s", hold)
                    .isLessThan(FAR);
        }
        TABLE.row(
                "hold " + hold,
                String.format(
                        Locale.ROOT,
                        "response p50 %s, p99 %s; truth (out - intended) p50 %s, p99 %s; Kolmogorov distance %.4f",
                        text(summary.percentileNs("responseNs", "p50")),
                        text(summary.percentileNs("responseNs", "p99")),
                        text(percentile(journeys, journey -> journey.outNs() - journey.intendedNs(), 0.5)),
                        text(percentile(journeys, journey -> journey.outNs() - journey.intendedNs(), 0.99)),
                        distance(journeys)),
                summary);
        long exact = percentile(journeys, journey -> journey.receivedNs() - journey.intendedNs(), 0.5);
        assertThat((double) summary.percentileNs("responseNs", "p50")).isBetween(exact * 0.999, exact * 1.002);
    }

    /** Distance of reported responses, less the median way from the application's socket to the client, from the truth. */
    private static double distance(List<TruthAudit.Journey> journeys) {
        long wayOutNs = percentile(journeys, TruthAudit.Journey::wayOutNs, 0.5);
        long[] reported = journeys.stream()
                .mapToLong(journey -> journey.receivedNs() - journey.intendedNs() - wayOutNs)
                .sorted()
                .toArray();
        long[] truth = journeys.stream()
                .mapToLong(journey -> journey.outNs() - journey.intendedNs())
                .sorted()
                .toArray();
        double distance = 0;
        int below = 0;
        for (int i = 0; i < reported.length; i++) {
            while (below < truth.length && truth[below] <= reported[i]) {
                below++;
            }
            distance = Math.max(distance, Math.abs((i + 1.0) / reported.length - (double) below / truth.length));
        }
        return distance;
    }

    private static long percentile(List<TruthAudit.Journey> journeys, ToLongFunction<TruthAudit.Journey> of, double p) {
        long[] values = journeys.stream().mapToLong(of).sorted().toArray();
        return values[Math.min(values.length - 1, (int) Math.ceil(p * values.length) - 1)];
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static String text(long ns) {
        return DurationText.format(ns);
    }

    private static String text(List<Long> values) {
        return values.stream().map(DurationText::format).toList().toString();
    }

    private static void print(String form, Object... values) {
        System.out.println(String.format(Locale.ROOT, form, values));
    }
}
