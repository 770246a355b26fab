package org.ticktoquote.host.hiccups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.hiccup.DelayPercentiles;
import org.ticktoquote.host.hiccups.HiccupsResult.CpuHiccups;

class HiccupsResultTest {
    private static final long US = 1_000;
    private static final long MS = 1_000 * US;

    private static CpuHiccups found(int cpu, String meter, String trouble) {
        List<Long> timeline = Collections.nCopies(HiccupsRun.INTERVALS, 700 * MS);
        return new CpuHiccups(
                cpu,
                meter,
                4_000 * MS,
                123_456,
                new DelayPercentiles(30 * US, 50 * US, 2 * MS, 20 * MS, 700 * MS),
                1_000 * MS,
                timeline,
                trouble);
    }

    private static HiccupsResult result(CpuHiccups... found) {
        return new HiccupsResult("2026-11-21T10:00:00Z", "t2q", 4_000 * MS, MS, 2 * US, 100 * MS, "ab", List.of(found));
    }

    private static List<String> text(CpuHiccups... found) {
        return result(found).report(false).lines();
    }

    @Test
    void printsOneLinePerCpuAndMeter() {
        assertThat(text(found(0, "wake-up", ""), found(127, "spin-gap", "not pinned to CPU 127")))
                .anySatisfy(line ->
                        assertThat(line).matches("0 +123,456 +30.0 us +50.0 us +2.00 ms +20.0 ms +700 ms +5{40}"))
                .anySatisfy(line -> assertThat(line).matches("127 +123,456 +30.0 us .* 700 ms +25.00 %  5{40}"))
                .contains("- CPU 127: not pinned to CPU 127")
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(121));

        assertThat(text(found(0, "wake-up", "")))
                .noneSatisfy(line -> assertThat(line).contains("spin-gap"));
    }

    @Test
    void pageHasTimelineOfEachCpu() {
        String html = result(found(3, "wake-up", "not pinned <here>"), found(4, "spin-gap", ""))
                .report(true)
                .html();

        assertThat(html)
                .contains(
                        "CPU 3: longest delay in µs",
                        "CPU 4: longest delay in µs",
                        "class=\"curve\"",
                        "123,456",
                        "25.00 %")
                .contains("The longest delay is 700 ms: CPU ", "not pinned &lt;here&gt;");
    }

    @ParameterizedTest
    @CsvSource({
        "0,.", "9999,.", "10000,1", "99999,1", "100000,2",
        "1000000,3", "10000000,4", "100000000,5", "999999999,5", "1000000000,6",
        "9000000000000,6"
    })
    void marksDelaysByDecade(long ns, String mark) {
        assertThat(HiccupsResult.mark(ns)).isEqualTo(mark);
    }
}
