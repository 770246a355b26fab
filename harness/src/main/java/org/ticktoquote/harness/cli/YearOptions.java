package org.ticktoquote.harness.cli;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.AnnualHours;
import picocli.CommandLine.Option;

/** Options that select the hours of a year that one run represents. A matrix has the section {@code annualise} instead. */
@OptionGroup(
        value = "Time per year",
        common = {})
final class YearOptions {
    @Option(
            names = "--year-base",
            paramLabel = "BASE",
            defaultValue = AnnualHours.FX_WEEK,
            completionCandidates = Bases.class,
            description = "hours of a year: fx-week (52 x 120 h), calendar (365 x 24 h) or whole-seconds "
                    + "(share of a day in whole seconds, x 365) (default: ${DEFAULT-VALUE})")
    private String base = "";

    @Option(
            names = "--regime",
            paramLabel = "TEXT",
            description = "kind of hours that the recording represents, as in 'payroll hour'")
    private String regime = "";

    @Option(
            names = "--hours-per-year",
            paramLabel = "HOURS",
            description = "number of such hours in a year; the time per year then covers these hours only")
    private @Nullable String hoursPerYear;

    /** Values of {@code --year-base}. */
    static final class Bases extends AllowedWords {
        Bases() {
            super(AnnualBase.FX_WEEK.text(), AnnualBase.CALENDAR.text(), AnnualBase.WHOLE_SECONDS.text());
        }
    }

    /**
     * Returns the hours as given.
     *
     * @throws org.ticktoquote.core.command.ProblemException for a wrong value
     */
    AnnualHours hours() {
        new Bases().require("--year-base", base);
        return new AnnualHours(base, regime.strip(), hoursPerYear == null ? 0 : hours(hoursPerYear));
    }

    private static double hours(String text) {
        @Nullable Double hours = Annualisation.hours(text);
        if (hours == null) {
            throw Problem.of("--hours-per-year")
                    .value(text)
                    .expected(Annualisation.SO_MANY_HOURS)
                    .exception();
        }
        return hours;
    }
}
