package org.ticktoquote.comparison.rate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Search for the highest speed at which the levels hold. It starts at the lowest speed, doubles the speed until the levels
 * do not hold, then tries geometric means until the bracket is within a step. Immutable.
 *
 * @param from lowest speed, above 0
 * @param to highest speed, at least the lowest
 * @param step final relative distance between the highest speed that holds and the lowest that does not: 0.05 is 5 %; at
 * least {@link #MIN_STEP}
 */
public record RateSearch(double from, double to, double step) {
    /** Minimum step; smaller steps would need speeds with more than four digits. */
    public static final double MIN_STEP = 0.01;

    private static final MathContext DIGITS = new MathContext(4);
    private static final double ROUNDING = 1e-9;

    public RateSearch {
        if (!(from > 0) || !(to >= from) || !Double.isFinite(to) || !(step >= MIN_STEP) || !Double.isFinite(step)) {
            throw new IllegalArgumentException("from " + from + " to " + to + " by " + step);
        }
    }

    /**
     * Bracket of the limit.
     *
     * @param holds highest speed that holds, below the lowest that does not; null if there is none
     * @param above lowest speed that does not hold; null if there is none
     */
    public record Bracket(@Nullable Double holds, @Nullable Double above) {}

    /** Returns the bracket of the speeds tried. A speed that holds counts as accidental if a lower one does not. */
    public static Bracket bracket(Map<Double, RateOutcome> tried) {
        NavigableMap<Double, RateOutcome> rising = new TreeMap<>(tried);
        Optional<Double> above = rising.entrySet().stream()
                .filter(each -> each.getValue() != RateOutcome.HOLDS)
                .map(Map.Entry::getKey)
                .findFirst();
        if (above.isEmpty()) {
            return new Bracket(rising.isEmpty() ? null : rising.lastKey(), null);
        }
        return new Bracket(rising.lowerKey(above.get()), above.get());
    }

    /** Returns the next speed; empty if the search is complete. */
    public Optional<Double> next(Map<Double, RateOutcome> tried) {
        if (!tried.containsKey(from)) {
            return Optional.of(from);
        }
        Bracket bracket = bracket(tried);
        Double holds = bracket.holds();
        Double above = bracket.above();
        if (holds == null) {
            return Optional.empty();
        }
        if (above == null) {
            return holds >= to ? Optional.empty() : Optional.of(Math.min(to, rounded(2 * holds)));
        }
        if (above / holds <= 1 + step + ROUNDING) {
            return Optional.empty();
        }
        double middle = rounded(Math.sqrt(holds * above));
        return middle > holds && middle < above ? Optional.of(middle) : Optional.empty();
    }

    private static double rounded(double speed) {
        return BigDecimal.valueOf(speed).round(DIGITS).doubleValue();
    }

    /** Rounds a speed down to four digits. */
    public static double below(double speed) {
        return BigDecimal.valueOf(speed)
                .round(new MathContext(DIGITS.getPrecision(), RoundingMode.DOWN))
                .doubleValue();
    }

    /** Formats a speed for users and names: {@code 9.514}. */
    public static String text(double speed) {
        return BigDecimal.valueOf(speed).stripTrailingZeros().toPlainString();
    }
}
