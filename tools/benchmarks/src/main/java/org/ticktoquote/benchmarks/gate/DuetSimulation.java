package org.ticktoquote.benchmarks.gate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;

/**
 * Prints error rates of the duet gate on simulated rigs (docs/benchmarks.md).
 *
 * <p>{@code java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.gate.DuetSimulation [GATES]}
 */
public final class DuetSimulation {
    private static final int GATES = 4_000;
    private static final long SEED = 14;

    private DuetSimulation() {}

    /** @param args gates per line; 4,000 by default */
    @SuppressWarnings("SystemOut")
    public static void main(String... args) {
        int gates = args.length > 0 ? Integer.parseInt(args[0]) : GATES;
        System.out.print("rig      shared    policy   candidate    FAIL    PASS  undecided  pairs  solo\n");
        for (Rig rig : Rig.values()) {
            for (SharedNoise shared : SharedNoise.values()) {
                print(rig, shared, GatePolicy.RELEASE, 1, gates);
                print(rig, shared, GatePolicy.RELEASE, 1.1, gates);
                print(rig, shared, GatePolicy.STRICT, 1, gates);
            }
        }
        System.out.print("PASS of a duet with one statistic at its margin, policy release\n");
        for (Rig rig : Rig.values()) {
            for (SharedNoise shared : SharedNoise.values()) {
                margins(rig, shared, gates);
            }
        }
        System.out.print(
                "gate with a time limit: FAIL of equal releases, and PASS with p50 and p99 at their margins\n");
        for (Rig rig : Rig.values()) {
            for (SharedNoise shared : SharedNoise.values()) {
                inTurn(rig, shared, gates);
            }
        }
    }

    /** Prints errors of a gate that is a duet after an undecided first look in turn. */
    @SuppressWarnings("SystemOut")
    private static void inTurn(Rig rig, SharedNoise shared, int gates) {
        GatePolicy policy = GatePolicy.RELEASE;
        DuetTrials equal = DuetTrials.inTurn(policy, rig, shared, Map.of(), gates, SEED);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-9s FAIL %.2f %% PASS %.1f %%",
                name(rig),
                name(shared),
                equal.share(GateVerdict.FAIL),
                equal.share(GateVerdict.PASS));
        for (GateStatistic statistic : List.of(GateStatistic.P50, GateStatistic.P99)) {
            Map<GateStatistic, Double> shifts = GateTrials.byMargin(policy, statistic);
            DuetTrials atMargin = DuetTrials.inTurn(policy, rig, shared, shifts, gates, SEED);
            System.out.printf(Locale.ROOT, " %s %.2f %%", statistic.text(), atMargin.share(GateVerdict.PASS));
        }
        System.out.println();
    }

    @SuppressWarnings("SystemOut")
    private static void print(Rig rig, SharedNoise shared, GatePolicy policy, double factor, int gates) {
        DuetTrials trials = DuetTrials.of(policy, rig, shared, factor, gates, SEED);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-9s %-8s %+7.0f %%  %6.2f %%  %5.1f %%  %5.1f %%  %5.1f %5.1f%n",
                name(rig),
                name(shared),
                policy.name(),
                100 * (factor - 1),
                trials.share(GateVerdict.FAIL),
                trials.share(GateVerdict.PASS),
                trials.share(GateVerdict.INCONCLUSIVE),
                trials.pairs(),
                trials.solo());
    }

    /** Prints how often a candidate passes with one statistic worse by exactly its margin. */
    @SuppressWarnings("SystemOut")
    private static void margins(Rig rig, SharedNoise shared, int gates) {
        GatePolicy policy = GatePolicy.RELEASE;
        System.out.printf(Locale.ROOT, "%-8s %-9s", name(rig), name(shared));
        for (GateStatistic statistic : policy.margins().keySet()) {
            DuetTrials trials = DuetTrials.atMargin(policy, rig, shared, statistic, gates, SEED);
            System.out.printf(Locale.ROOT, " %s %.2f %%", statistic.text(), trials.share(GateVerdict.PASS));
        }
        System.out.println();
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
