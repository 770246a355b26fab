package org.ticktoquote.analysis.annual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.AnnualHours;

final class AnnualBaseTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            WHOLE_SECONDS, 99.99,   48 min 40 s
            CALENDAR,      99.99,   52 min 33.6 s
            FX_WEEK,       99.99,   37 min 26.4 s
            WHOLE_SECONDS, 99.999,  less than 1 s a day
            CALENDAR,      99.999,  5 min 15.4 s
            FX_WEEK,       99,      62 h 24 min
            CALENDAR,      50,      '4,380 h'
            WHOLE_SECONDS, 0,       '8,760 h'
            CALENDAR,      99.9,    8 h 45 min 36 s
            CALENDAR,      99.9999999, 0.032 s
            """)
    void convertsShareToTimePerYear(AnnualBase base, double percentile, String expected) {
        OptionalDouble seconds = base.secondsPerYear((100 - percentile) / 100);
        assertThat(AnnualText.ofNullable(seconds.isPresent() ? (Double) seconds.getAsDouble() : null))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            0.99,     0.99 s
            59.96,    1 min
            3599.97,  1 h
            35999.6,  10 h
            3599999,  '1,000 h'
            """)
    void roundsUpToTheNextUnit(double seconds, String expected) {
        assertThat(AnnualText.of(seconds)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            0,        0 s
            1,        1 s
            3600.4,   1 h
            35999,    9 h 59 min 59 s
            36020,    10 h
            3599940,  999 h 59 min
            3601200,  '1,000 h'
            """)
    void dropsSmallerUnitsFromOneTenAndAThousandHours(double seconds, String expected) {
        assertThat(AnnualText.of(seconds)).isEqualTo(expected);
    }

    @Test
    void everyBaseCanBeDeclaredForARun() {
        assertThat(AnnualBase.values())
                .extracting(AnnualBase::text)
                .containsExactlyInAnyOrderElementsOf(AnnualHours.BASES);
        AnnualHours hours = new AnnualHours("calendar", "payroll hour", 12.5);
        assertThat(Annualisation.of(hours).ofRun()).isEqualTo(hours);
        assertThat(Annualisation.of(hours).hoursPerYear()).isEqualTo(12.5);
        assertThat(Annualisation.of(AnnualHours.UNDECLARED).hoursPerYear()).isNull();
        assertThat(Annualisation.of(AnnualHours.UNDECLARED).ofRun()).isEqualTo(AnnualHours.UNDECLARED);
    }

    @Test
    void describesEachBase() {
        assertThat(AnnualBase.values())
                .extracting(base -> base.text() + ": " + base.meaning())
                .containsExactly(
                        "fx-week: 52 trading weeks of 120 h",
                        "calendar: 365 days of 24 h",
                        "whole-seconds: the share of a day truncated to whole seconds, times 365");
    }
}
