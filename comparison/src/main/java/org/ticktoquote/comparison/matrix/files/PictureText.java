package org.ticktoquote.comparison.matrix.files;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.ticktoquote.analysis.distribution.Latency;

/** Formats names and numbers in the files of a matrix, independently of the locale. */
final class PictureText {
    private static final int PERCENTILE_DECIMALS = 9;

    private PictureText() {}

    /** Returns a latency's name in the files of a run: {@code quote-age}. */
    static String file(String latency) {
        return Arrays.stream(Latency.values())
                .filter(one -> one.field().equals(latency))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(latency))
                .file();
    }

    /** Returns a latency's name for users: {@code quote age}. */
    static String title(String latency) {
        return file(latency).replace('-', ' ');
    }

    /** Formats a number without exponent and trailing zeros. */
    static String plain(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(PERCENTILE_DECIMALS, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
