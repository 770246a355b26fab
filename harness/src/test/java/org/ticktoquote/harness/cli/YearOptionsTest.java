package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.core.run.AnnualHours;
import picocli.CommandLine;

/** Valid options; RefusedRunTest covers invalid ones. */
final class YearOptionsTest {
    private static AnnualHours parsed(String... options) {
        YearOptions year = new YearOptions();
        new CommandLine(year).parseArgs(options);
        return year.hours();
    }

    @Test
    void parsesTheHoursPerYearThatARunRepresents() {
        assertThat(parsed()).isEqualTo(AnnualHours.UNDECLARED);
        assertThat(parsed("--regime=payroll hour", "--hours-per-year=12.5"))
                .isEqualTo(new AnnualHours("fx-week", "payroll hour", 12.5));
        assertThat(parsed("--year-base", "calendar")).isEqualTo(new AnnualHours("calendar", "", 0));

        assertThat(new YearOptions.Bases()).containsExactlyInAnyOrderElementsOf(AnnualHours.BASES);
    }
}
