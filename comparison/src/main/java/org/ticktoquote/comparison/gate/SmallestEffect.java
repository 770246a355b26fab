package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.statistics.Quantiles;

/**
 * Smallest effect that a gate can detect, known in advance from the spread of earlier runs of the same fingerprint.
 *
 * @param statistic compared statistic
 * @param effect smallest effect that the last look detects in 95 of 100 gates: 0.08 is 8 % more
 * @param margin margin of the policy
 * @param runs runs per side at which an effect as large as the margin is detected equally often
 */
public record SmallestEffect(GateStatistic statistic, double effect, double margin, long runs) {
    private static final double POWER_BEYOND = 0.05;
    private static final double PERCENT = 100;
    private static final double TENFOLD = 9;

    /** Computes the effect of each gating statistic whose spread is known; of the share only with enough late episodes. */
    public static List<SmallestEffect> all(GatePolicy policy, List<GateRun> history) {
        List<SmallestEffect> effects = new ArrayList<>();
        for (GateStatistic statistic : policy.margins().keySet()) {
            EarlierSpread spread = EarlierSpread.of(statistic, history);
            if (spread.known() && !(statistic == GateStatistic.SHARE && LateEpisodes.few(history))) {
                effects.add(of(policy, statistic, spread));
            }
        }
        return effects;
    }

    /** Computes the effect for a gating statistic, from a known spread. */
    public static SmallestEffect of(GatePolicy policy, GateStatistic statistic, EarlierSpread history) {
        List<Double> levels = policy.failLevels();
        double z = Quantiles.normalBeyond(levels.get(levels.size() - 1)) + Quantiles.normalBeyond(POWER_BEYOND);
        double s = Math.sqrt(history.variance());
        int most = policy.looks().get(policy.looks().size() - 1);
        double needed = z * s / policy.logMargin(statistic);
        return new SmallestEffect(
                statistic, Math.expm1(z * s * Math.sqrt(2.0 / most)), Math.expm1(policy.logMargin(statistic)), (long)
                        Math.ceil(2 * needed * needed));
    }

    /** Formats an effect: {@code 15.0 %}, or {@code > 10 x} if practically nothing can be detected. */
    public static String describe(double effect) {
        return effect > TENFOLD ? "> 10 x" : String.format(Locale.ROOT, "%.1f %%", PERCENT * effect);
    }

    /**
     * Returns a text for users: the detectable effect, and the number of runs needed for an effect as large as the margin
     * if the margin is smaller.
     */
    public String text() {
        String found = String.format(
                Locale.ROOT,
                "%s: the last look finds %s in 95 of 100 gates, margin %s",
                statistic.text(),
                effect > TENFOLD ? describe(effect) : "+" + describe(effect),
                describe(margin));
        return tooLarge() ? found + "; an effect as large as the margin needs " + runs + " runs a side" : found;
    }

    /** Returns whether an effect as large as the margin can be missed. */
    public boolean tooLarge() {
        return effect > margin;
    }
}
