package org.ticktoquote.replayer.replay;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ReplayPlan;
import picocli.CommandLine.ITypeConverter;

/**
 * Nanoseconds of the recording per nanosecond of the replay, as an exact fraction in lowest terms.
 *
 * <p>Both parts are at most 1e9, so that intermediate products fit in a {@code long}. {@link #toReplayNs} rounds down
 * by less than a nanosecond for a recording of any length.
 */
record Speed(long numerator, long denominator) {
    static final Speed REAL = new Speed(1, 1);

    private static final long LIMIT = 1_000_000_000L;

    Speed {
        if (numerator < 1 || numerator > LIMIT || denominator < 1 || denominator > LIMIT) {
            throw new IllegalArgumentException("a speed is above 0, below 1e9 and has at most nine decimals");
        }
    }

    /** Parses a decimal number such as {@code 1}, {@code 0.5} or {@code 2.5}. */
    static Speed parse(String text) {
        try {
            BigDecimal value = new BigDecimal(text);
            if (value.signum() > 0 && value.scale() <= 9 && value.precision() - value.scale() <= 10) {
                return reduced(value.movePointRight(9).toBigIntegerExact(), BigInteger.valueOf(LIMIT));
            }
        } catch (ArithmeticException | IllegalArgumentException notASpeed) {
            throw refused(text, notASpeed);
        }
        throw refused(text, null);
    }

    static Speed of(ReplayPlan plan) {
        return ProblemException.under("--speed", () -> parse(Double.toString(plan.speed())));
    }

    private static ProblemException refused(String text, @Nullable Exception cause) {
        return Problem.ofValue(text)
                .fault("is not a speed")
                .expected("a decimal number above 0, as in 1, 0.5 or 2.5")
                .exception(cause);
    }

    private static Speed reduced(BigInteger numerator, BigInteger denominator) {
        BigInteger common = numerator.gcd(denominator);
        return new Speed(
                numerator.divide(common).longValueExact(),
                denominator.divide(common).longValueExact());
    }

    /** Returns this speed times a factor, rounded to at most nine significant digits. */
    Speed times(double factor) {
        double value = toDouble() * factor;
        long scale = LIMIT;
        while (value * scale > LIMIT && scale > 1) {
            scale /= 10;
        }
        return reduced(BigInteger.valueOf(Math.max(1, Math.round(value * scale))), BigInteger.valueOf(scale));
    }

    /** Converts a duration in the recording to one in the replay. */
    long toReplayNs(long venueNs) {
        return Math.multiplyExact(venueNs / numerator, denominator) + venueNs % numerator * denominator / numerator;
    }

    /** Converts a duration in the replay to one in the recording. */
    long toRecordingNs(long replayNs) {
        return Math.multiplyExact(replayNs / denominator, numerator) + replayNs % denominator * numerator / denominator;
    }

    double toDouble() {
        return (double) numerator / denominator;
    }

    static final class Converter implements ITypeConverter<Speed> {
        @Override
        public Speed convert(String value) {
            return parse(value);
        }
    }
}
