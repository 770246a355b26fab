package org.ticktoquote.comparison.gate.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.DuetResult;
import org.ticktoquote.comparison.gate.LateEpisodes;
import org.ticktoquote.comparison.gate.StatisticResult;

/** Rounds numbers to nine significant digits before they are written; further digits can differ between machines. */
final class Rounded {
    private static final MathContext DIGITS = new MathContext(9);

    private Rounded() {}

    /** Returns copies with rounded numbers. */
    static List<StatisticResult> results(List<StatisticResult> results) {
        return results.stream()
                .map(result -> new StatisticResult(
                        result.statistic(),
                        result.gated(),
                        result.label(),
                        number(result.ratio()),
                        number(result.low()),
                        number(result.high()),
                        number(result.margin()),
                        result.withHistory(),
                        number(result.spread()),
                        late(result.late()),
                        pairs(result.duet()),
                        number(result.pulseGain())))
                .toList();
    }

    private static @Nullable LateEpisodes late(@Nullable LateEpisodes late) {
        return late == null ? null : new LateEpisodes(late.baseline(), late.candidate(), number(late.p()));
    }

    private static @Nullable DuetResult pairs(@Nullable DuetResult pairs) {
        return pairs == null ? null : new DuetResult(number(pairs.gain()), pairs.solo(), number(pairs.signFlip()));
    }

    private static @Nullable Double number(@Nullable Double value) {
        return value == null ? null : (Double) number(value.doubleValue());
    }

    static double number(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value;
    }
}
