package org.ticktoquote.analysis.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.schedule.SentTicks.IntendedTimes;

class IntendedTimesTest {
    private static final long FROM_NS = 1_399_033_790_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        "1, 0, 1000",
        "1, 7, 1007",
        "2, 7, 1003",
        "0.5, 7, 1014",
        "2.5, 7, 1002",
        "3, 3600000000000, 1200000001000",
        "0.000000001, 1, 1000001000",
        "999999999, 3599999999999, 4600"
    })
    void isRoundedDownToANanosecond(String speed, long sinceNs, long intendedNs) {
        assertThat(new IntendedTimes(1_000, FROM_NS, new BigDecimal(speed), null).intendedNs(FROM_NS + sinceNs))
                .isEqualTo(intendedNs);
    }

    /** Compared with integer arithmetic: speed = n / 1e9, so the time is floor(since * 1e9 / n). */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isExactForAnySpeedOfNineDecimals(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            long billionths = random.nextLong(1, 20_000_000_000L);
            long sinceNs = random.nextLong(0, 24 * 3_600_000_000_000L);
            BigInteger expected = BigInteger.valueOf(sinceNs)
                    .multiply(BigInteger.valueOf(1_000_000_000))
                    .divide(BigInteger.valueOf(billionths));
            double speed = BigDecimal.valueOf(billionths, 9).doubleValue();

            assertThat(new IntendedTimes(0, 0, BigDecimal.valueOf(speed), null).intendedNs(sinceNs))
                    .isEqualTo(expected.longValueExact());
        }
    }
}
