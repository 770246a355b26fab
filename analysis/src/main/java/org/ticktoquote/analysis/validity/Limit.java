package org.ticktoquote.analysis.validity;

import org.jspecify.annotations.Nullable;

/**
 * Limits of a rule. A value strictly above a bound leads to the bound's verdict; the worst one applies.
 *
 * @param rule stable name
 * @param unit unit of value and bounds, as shown to users
 * @param degradedAbove null if the rule never leads to DEGRADED
 * @param failedAbove null if the rule never leads to FAILED
 * @param voidAbove null if the rule never leads to VOID
 */
public record Limit(
        String rule,
        String unit,
        @Nullable Double degradedAbove,
        @Nullable Double failedAbove,
        @Nullable Double voidAbove) {

    /** Creates a limit that leads to DEGRADED. */
    static Limit degraded(String rule, String unit, double above) {
        return new Limit(rule, unit, above, null, null);
    }

    /** Creates a limit of the application that leads to FAILED. */
    static Limit failed(String rule, String unit, double above) {
        return new Limit(rule, unit, null, above, null);
    }

    /** Creates a limit of harness, network, host or input that leads to VOID. */
    static Limit broken(String rule, String unit, double above) {
        return new Limit(rule, unit, null, null, above);
    }

    /** Creates a limit that leads to DEGRADED, and above a second bound to VOID. */
    static Limit broken(String rule, String unit, double degradedAbove, double above) {
        return new Limit(rule, unit, degradedAbove, null, above);
    }

    /** Returns the verdict on a value. */
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
        // NaN exceeds every bound
        return bound != null && !(value <= bound);
    }

    /** Returns the bound that led to a verdict; 0 for VALID. */
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
