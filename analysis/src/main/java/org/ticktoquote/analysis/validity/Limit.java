package org.ticktoquote.analysis.validity;

import org.jspecify.annotations.Nullable;

/**
 * What a rule allows: a value strictly above a bound leads to the bound's verdict, the worst one that applies.
 *
 * @param rule stable name
 * @param unit of value and bounds, for people
 * @param degradedAbove null when the rule never leads there
 * @param failedAbove null when the rule never leads there
 * @param voidAbove null when the rule never leads there
 */
public record Limit(
        String rule,
        String unit,
        @Nullable Double degradedAbove,
        @Nullable Double failedAbove,
        @Nullable Double voidAbove) {

    /** The host or the harness touched a limit. */
    static Limit degraded(String rule, String unit, double above) {
        return new Limit(rule, unit, above, null, null);
    }

    /** The application did it. */
    static Limit failed(String rule, String unit, double above) {
        return new Limit(rule, unit, null, above, null);
    }

    /** Harness, network, host or input did it. */
    static Limit broken(String rule, String unit, double above) {
        return new Limit(rule, unit, null, null, above);
    }

    /** Tolerated up to a second bound. */
    static Limit broken(String rule, String unit, double degradedAbove, double above) {
        return new Limit(rule, unit, degradedAbove, null, above);
    }

    /** The verdict on a value. */
    Verdict verdict(double value) {
        if (exceeds(value, voidAbove)) {
            return Verdict.VOID;
        }
        if (exceeds(value, failedAbove)) {
            return Verdict.FAILED;
        }
        return exceeds(value, degradedAbove) ? Verdict.DEGRADED : Verdict.VALID;
    }

    private static boolean exceeds(double value, @Nullable Double bound) {
        // not a number is never within a bound
        return bound != null && !(value <= bound);
    }

    /** The bound that led to a verdict; 0 for VALID. */
    double bound(Verdict verdict) {
        Double bound = switch (verdict) {
            case VALID -> null;
            case DEGRADED -> degradedAbove;
            case FAILED -> failedAbove;
            case VOID -> voidAbove;
        };
        return bound == null ? 0 : bound;
    }
}
