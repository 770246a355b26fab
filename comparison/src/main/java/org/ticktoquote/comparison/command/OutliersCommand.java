package org.ticktoquote.comparison.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.comparison.outliers.OutliersOfRuns;
import org.ticktoquote.comparison.outliers.OutliersReport;
import org.ticktoquote.comparison.report.YearReport;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OutputFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q outliers}: late ticks of runs, their causes, and their time per year. */
@Command(
        name = "outliers",
        description = {"Attributes the slowest ticks to causes, with their time per year."},
        footer = {
            "",
            "Does not change the runs. Ticks without evidence of a cause are reported as unexplained",
            "(docs/outliers.md).",
            "",
            "Examples:",
            "  t2q outliers results/latest",
            "  t2q outliers results/latest --later-than 5ms --worst 20",
            "  t2q outliers results/2026-11-20T141200-pv --json causes.json      # a matrix, case by case",
            "  t2q outliers results/2026-11-20T141200-pv --later-than 5ms --html year.html      # for printing",
            "  t2q outliers results/latest --hours-per-year 12 --regime 'payroll hour'"
        })
public final class OutliersCommand extends Subcommand {
    private static final int MAX_EPISODES = 1_000;
    private static final String PAYROLL_HOUR = "hours of a payroll announcement";
    private static final double PAYROLL_HOURS = 12;

    @Parameters(arity = "1..*", paramLabel = "RUN|MATRIX", description = "directories of analysed runs or matrices")
    private List<Path> given = new ArrayList<>();

    @Option(
            names = "--later-than",
            paramLabel = "P|TIME",
            defaultValue = "p99",
            description = "threshold at the last client: p99 or p99.9 of each run, or a time as in 5ms (default: p99)")
    private String laterThan = "p99";

    @Option(
            names = "--worst",
            paramLabel = "COUNT",
            defaultValue = "5",
            description = "number of worst episodes to list for each run, 0 to 1000 (default: ${DEFAULT-VALUE})")
    private int worst;

    @Option(names = "--json", paramLabel = "FILE", description = "also write all results as JSON")
    private @Nullable Path json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "also write a page for managers: how often and how long per year, and why")
    private @Nullable Path page;

    @Option(
            names = "--hours-per-year",
            paramLabel = "HOURS",
            description = "hours per year that these runs represent (default: from "
                    + "the runs, else 12, for payroll announcements)")
    private @Nullable String hoursPerYear;

    @Option(
            names = "--regime",
            paramLabel = "TEXT",
            description = "name of the hours that these runs represent, for the report")
    private @Nullable String regime;

    @Override
    public Integer call() {
        Problems wrong = new Problems();
        if (worst < 0 || worst > MAX_EPISODES) {
            wrong.add(Problem.of("--worst").value(worst).expected("0.." + MAX_EPISODES));
        }
        LaterThan late = wrong.read(() -> LaterThan.parse("--later-than", laterThan), LaterThan.P99);
        double hours = wrong.read(this::hours, PAYROLL_HOURS);
        wrong.refuseIfAny();
        given.forEach(UserPath::folder);
        Annualisation annual = annual(hours);
        NewFile.require("--json", json, given);
        NewFile.require("--html", page, given);
        NewFile.requireOther("--html", page, "--json", json);
        return FileAccess.run(given.get(0), "cannot be read", ExitStatus.ENVIRONMENT, () -> {
            try (@Nullable OutputFile file = OutputFile.claimIfGiven(json);
                    @Nullable OutputFile pageFile = OutputFile.claimIfGiven(page);
                    Progress progress = Progress.onStandardError()) {
                Outliers outliers = OutliersOfRuns.of(
                        given, late, annual, worst, run -> progress.stage("looking for causes in " + run));
                if (file != null) {
                    file.write(outliers.text());
                }
                Integer status = print(OutliersReport.lines(outliers, worst));
                if (pageFile != null) {
                    pageFile.write(YearReport.html(outliers, late));
                }
                return status;
            }
        });
    }

    /** Returns the hours per year and their name: from the options, or as declared by the runs, or payroll hours. */
    private Annualisation annual(double hours) {
        if (hoursPerYear != null) {
            return Annualisation.ofOneRegime(AnnualBase.FX_WEEK, regime == null ? "" : regime.strip(), hours);
        }
        Annualisation declared = OutliersOfRuns.declared(given)
                .orElse(Annualisation.ofOneRegime(AnnualBase.FX_WEEK, PAYROLL_HOUR, PAYROLL_HOURS));
        return regime == null
                ? declared
                : Annualisation.ofOneRegime(declared.base(), regime.strip(), declared.hoursPerYear());
    }

    private double hours() {
        @Nullable String text = hoursPerYear;
        if (text == null) {
            return PAYROLL_HOURS;
        }
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
