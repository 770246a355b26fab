package org.ticktoquote.analysis.matrix.files;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.ticktoquote.analysis.distribution.Latency;

/** Names and numbers as files of a matrix write them, the same in every locale. */
final class PictureText {
    private static final int PERCENTILE_DECIMALS = 9;

    private PictureText() {}

    /** A latency as the files of a run are named: {@code quote-age}. */
    static String file(String latency) {
        return Arrays.stream(Latency.values())
                .filter(one -> one.field().equals(latency))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(latency))
                .file();
    }

    /** For people: {@code quote age}. */
    static String title(String latency) {
        return file(latency).replace('-', ' ');
    }

    /** Without exponent and without zeros at the end. */
    static String plain(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(PERCENTILE_DECIMALS, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
