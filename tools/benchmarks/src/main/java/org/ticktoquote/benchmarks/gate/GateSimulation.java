package org.ticktoquote.benchmarks.gate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;

/**
 * Prints error rates of the release gate on simulated rigs (docs/benchmarks.md).
 *
 * <p>{@code java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.gate.GateSimulation [GATES [TRIALS]]}
 */
public final class GateSimulation {
    private static final int GATES = 4_000;
    private static final int TRIALS = 1_000;
    private static final long SEED = 14;

    private GateSimulation() {}

    /** @param args gates per line, and trials of the Mann-Whitney rule; 4,000 and 1,000 by default */
    @SuppressWarnings("SystemOut")
    public static void main(String... args) {
        int gates = args.length > 0 ? Integer.parseInt(args[0]) : GATES;
        int trials = args.length > 1 ? Integer.parseInt(args[1]) : TRIALS;
        System.out.print("rig      policy   candidate   FAIL    PASS  undecided  runs a side\n");
        for (Rig rig : Rig.values()) {
            for (double factor : new double[] {1, 1.05, 1.1, 1.2}) {
                print(rig, GatePolicy.RELEASE, factor, gates);
            }
            print(rig, GatePolicy.STRICT, 1, gates);
        }
        margins(gates);
        drifts(gates);
        pulses(gates);
        for (Rig rig : Rig.values()) {
            System.out.printf(
                    Locale.ROOT,
                    "equal releases, best of 5 over 5 %% worse, %s: maximum in %.1f %%, p99 in %.1f %% of gates%n",
                    name(rig),
                    GateTrials.bestOfFiveAlarms(rig, GateStatistic.MAX, gates, SEED),
                    GateTrials.bestOfFiveAlarms(rig, GateStatistic.P99, gates, SEED));
        }
        System.out.printf(
                Locale.ROOT,
                "Mann-Whitney over the ticks of 3 runs a side, A/A at 1 %%: %.1f %%%n",
                new Coverage(1, trials, SEED, 0).pooledMannWhitneyAlarms());
    }

    /** Prints verdicts on interleaved runs on a drifting host, with and without blocks. */
    @SuppressWarnings("SystemOut")
    private static void drifts(int gates) {
        System.out.print("rig      drift    blocks  FAIL, PASS of equal  PASS at the margin of p50  FAIL of +10 %\n");
        for (Rig rig : Rig.values()) {
            for (GateTrials.Drift drift : GateTrials.Drift.values()) {
                for (boolean blocks : new boolean[] {false, true}) {
                    GateTrials equal = inTurn(rig, drift, blocks, Map.of(), gates);
                    System.out.printf(
                            Locale.ROOT,
                            "%-8s %-8s %-6s  %5.2f %%  %5.1f %%  %5.2f %%  %5.1f %%%n",
                            name(rig),
                            name(drift),
                            blocks,
                            equal.share(GateVerdict.FAIL),
                            equal.share(GateVerdict.PASS),
                            inTurn(
                                            rig,
                                            drift,
                                            blocks,
                                            GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P50),
                                            gates)
                                    .share(GateVerdict.PASS),
                            inTurn(rig, drift, blocks, GateTrials.slower(1.1), gates)
                                    .share(GateVerdict.FAIL));
                }
            }
        }
    }

    /** Prints verdicts on interleaved runs with the host's pulse (docs/gate.md), without and with accepted runs. */
    @SuppressWarnings("SystemOut")
    private static void pulses(int gates) {
        System.out.print("rig      drift  accepted  pulse      FAIL, PASS of equal  PASS at the margin of p50, p99"
                + "  FAIL of +10 %\n");
        List<GateTrials.Pulse> pulses = List.of(
                GateTrials.Pulse.NONE,
                new GateTrials.Pulse(0, 0),
                new GateTrials.Pulse(0.7, 0),
                new GateTrials.Pulse(0.7, 3));
        for (Rig rig : List.of(Rig.TYPICAL, Rig.NOISY, Rig.BIMODAL)) {
            for (GateTrials.Drift drift : GateTrials.Drift.values()) {
                for (int accepted : new int[] {0, 20}) {
                    pulses.forEach(pulse -> print(rig, drift, accepted, pulse, gates));
                }
            }
        }
    }

    @SuppressWarnings("SystemOut")
    private static void print(Rig rig, GateTrials.Drift drift, int accepted, GateTrials.Pulse pulse, int gates) {
        GateTrials equal = pulse(rig, drift, pulse, accepted, Map.of(), gates);
        Map<GateStatistic, Double> p50 = GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P50);
        Map<GateStatistic, Double> p99 = GateTrials.byMargin(GatePolicy.RELEASE, GateStatistic.P99);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-6s %2d  %-11s  %5.2f %%  %5.1f %%  %5.2f %%  %5.2f %%  %5.1f %%%n",
                name(rig),
                name(drift),
                accepted,
                Double.isNaN(pulse.correlation())
                        ? "none"
                        : "r " + pulse.correlation() + (pulse.moved() > 0 ? " moved" : ""),
                equal.share(GateVerdict.FAIL),
                equal.share(GateVerdict.PASS),
                pulse(rig, drift, pulse, accepted, p50, gates).share(GateVerdict.PASS),
                pulse(rig, drift, pulse, accepted, p99, gates).share(GateVerdict.PASS),
                pulse(rig, drift, pulse, accepted, GateTrials.slower(1.1), gates)
                        .share(GateVerdict.FAIL));
    }

    private static GateTrials pulse(
            Rig rig,
            GateTrials.Drift drift,
            GateTrials.Pulse pulse,
            int accepted,
            Map<GateStatistic, Double> shifts,
            int gates) {
        return GateTrials.inTurn(GatePolicy.RELEASE, rig, drift, true, pulse, accepted, shifts, gates, SEED);
    }

    private static GateTrials inTurn(
            Rig rig, GateTrials.Drift drift, boolean blocks, Map<GateStatistic, Double> shifts, int gates) {
        return GateTrials.inTurn(GatePolicy.RELEASE, rig, drift, blocks, shifts, gates, SEED);
    }

    /** Prints how often a candidate passes with one statistic worse by exactly its margin. */
    @SuppressWarnings("SystemOut")
    private static void margins(int gates) {
        System.out.print("PASS with one statistic at its margin\n");
        for (Rig rig : Rig.values()) {
            for (GatePolicy policy : List.of(GatePolicy.RELEASE, GatePolicy.STRICT)) {
                System.out.printf(Locale.ROOT, "%-8s %-8s", name(rig), policy.name());
                for (GateStatistic statistic : policy.margins().keySet()) {
                    GateTrials trials = GateTrials.atMargin(policy, rig, statistic, gates, SEED);
                    System.out.printf(Locale.ROOT, "  %s %.2f %%", statistic.text(), trials.share(GateVerdict.PASS));
                }
                System.out.println();
            }
        }
    }

    @SuppressWarnings("SystemOut")
    private static void print(Rig rig, GatePolicy policy, double factor, int gates) {
        GateTrials trials = GateTrials.of(policy, rig, factor, gates, SEED);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-8s %+8.0f %%  %5.2f %%  %5.1f %%  %5.1f %%  %5.1f%n",
                name(rig),
                policy.name(),
                100 * (factor - 1),
                trials.share(GateVerdict.FAIL),
                trials.share(GateVerdict.PASS),
                trials.share(GateVerdict.INCONCLUSIVE),
                trials.runs());
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
