package org.ticktoquote.harness.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.comparison.rate.RateSearch;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import picocli.CommandLine.Option;

/** Options for the range and resolution of a rate search. */
@OptionGroup("Search range")
final class RateOptions {
    private static final double MAX_SPEED = 1000;
    private static final int MAX_RUNS = 99;
    private static final double PERCENT = 100;
    private static final double MAX_STEP = 1;
    private static final Pattern SHARE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*%");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");

    @Option(
            names = "--from",
            paramLabel = "FACTOR",
            defaultValue = "1",
            description = "lowest replay speed; the service levels must hold at it (default: ${DEFAULT-VALUE})")
    private String from = "";

    @Option(
            names = "--to",
            paramLabel = "FACTOR",
            defaultValue = "100",
            description = "highest replay speed (default: ${DEFAULT-VALUE})")
    private String to = "";

    @Option(
            names = "--step",
            paramLabel = "PERCENT",
            defaultValue = "5%",
            description = "largest step from the rate found to a failing rate (default: 5%%)")
    private String step = "";

    @Option(
            names = "--runs",
            paramLabel = "COUNT",
            defaultValue = "2",
            description =
                    "runs at each rate; the majority decides, with one more run for a tie (default: ${DEFAULT-VALUE})")
    private String runs = "";

    @Option(
            names = "--at-least",
            converter = DurationText.class,
            paramLabel = "TIME",
            defaultValue = "1s",
            description =
                    "shortest measured time of a run; limits the speed for a given --window (default: ${DEFAULT-VALUE})")
    @Bounds(above = 0, most = Bounds.HOUR_NS, expected = "more than 0, and 1h at most")
    private long leastNs;

    /** Refuses invalid values of these options. */
    void require() {
        Problems problems = new Problems();
        double lowest = number(from);
        if (!isSpeed(lowest)) {
            problems.add(Problem.of("--from").value(from).expected("a number above 0 and up to 1000"));
        }
        double highest = number(to);
        if (!isSpeed(highest)) {
            problems.add(Problem.of("--to").value(to).expected("a number above 0 and up to 1000"));
        } else if (isSpeed(lowest) && highest < lowest) {
            problems.add(Problem.of("--to").value(to).expected("at least --from (" + from + ")"));
        }
        if (!(step() >= RateSearch.MIN_STEP && step() <= MAX_STEP)) {
            problems.add(Problem.of("--step").value(step).expected("a percentage from 1 % to 100 %, as in 5%"));
        }
        if (runs() < 1 || runs() > MAX_RUNS) {
            problems.add(Problem.of("--runs").value(runs).expected("1.." + MAX_RUNS));
        }
        problems.addAll(Bounds.Check.problems(this));
        problems.refuseIfAny();
    }

    double from() {
        return number(from);
    }

    int runs() {
        return runs.matches("[0-9]{1,4}") ? Integer.parseInt(runs) : -1;
    }

    private double step() {
        Matcher share = SHARE.matcher(step.strip());
        return share.matches() ? number(share.group(1)) / PERCENT : Double.NaN;
    }

    private static boolean isSpeed(double speed) {
        return speed > 0 && speed <= MAX_SPEED;
    }

    /** Parses a number; NaN if the text is not a number. */
    private static double number(String text) {
        return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    }

    /**
     * Returns the plan of the search.
     *
     * @param windowNs length of the recording's window that each run replays
     * @throws org.ticktoquote.core.command.ProblemException if the window is too short at the lowest speed
     */
    RatePlan plan(List<ServiceLevel> levels, long windowNs) {
        long longest = Math.max(
                leastNs, levels.stream().mapToLong(ServiceLevel::leastNs).max().orElse(0));
        double fits = (double) windowNs / longest;
        if (fits < from()) {
            throw Problem.of("--window")
                    .fault("lasts " + DurationText.format(Math.round(windowNs / from())) + " at speed " + from)
                    .expected("at least " + DurationText.format(longest)
                            + (longest > leastNs ? ", the longest window of a level" : " (--at-least)"))
                    .exception();
        }
        return new RatePlan(
                RatePlan.FORMAT_VERSION,
                RequestedLevels.texts(levels),
                from(),
                number(to),
                Math.max(from(), Math.min(number(to), RateSearch.below(fits))),
                step(),
                runs(),
                longest,
                windowNs);
    }
}
