package org.ticktoquote.comparison.rate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.run.JsonFile;

/**
 * Contents of {@code rate.json}: result of a search so far.
 *
 * @param formatVersion version of the file format
 * @param product name and version of t2q
 * @param startedUtc ISO-8601
 * @param answer answer of the search
 * @param holds highest rate at which all levels hold, below the lowest rate at which they do not; null without one
 * @param above lowest rate at which the levels do not hold; null without one
 * @param contradictions results that contradict a sharp limit between holding and broken rates; can be empty
 * @param plan parameters of the search
 * @param rates rates in ascending order
 * @param runs runs by rate, in execution order
 */
@JsonIgnoreProperties("sha256")
public record RateResult(
        int formatVersion,
        String product,
        String startedUtc,
        RateAnswer answer,
        @Nullable RateFigure holds,
        @Nullable RateFigure above,
        List<String> contradictions,
        RatePlan plan,
        List<RateFigure> rates,
        List<RateRun> runs) {
    public static final int FORMAT_VERSION = 1;
    /** File name in the directory of the search. */
    public static final String FILE = "rate.json";
    /** Axis of the cases: the speed of the replay. */
    public static final String SPEED = "speed";

    private static final JsonFile<RateResult> CONTENT =
            JsonFile.withNulls(RateResult.class, "the result of a rate search", JsonFile.ANY_MEMBER);

    public RateResult {
        contradictions = List.copyOf(contradictions);
        rates = List.copyOf(rates);
        runs = List.copyOf(runs);
    }

    static RateResult of(String product, String startedUtc, RatePlan plan, List<RateFigure> rates, List<RateRun> runs) {
        List<RateFigure> rising = rates.stream()
                .sorted((one, other) -> Double.compare(one.speed(), other.speed()))
                .toList();
        Map<Double, RateOutcome> tried = tried(rising);
        RateSearch.Bracket bracket = RateSearch.bracket(tried);
        @Nullable RateFigure holds = figure(rising, bracket.holds());
        @Nullable RateFigure above = figure(rising, bracket.above());
        return new RateResult(
                FORMAT_VERSION,
                product,
                startedUtc,
                plan.search().next(tried).isPresent() ? RateAnswer.UNFINISHED : answer(plan, holds, above),
                holds,
                above,
                contradictions(rising, holds, above),
                plan,
                rising,
                runs);
    }

    /** Returns the results that contradict a single limit, below which all levels hold and above which they do not. */
    private static List<String> contradictions(
            List<RateFigure> rates, @Nullable RateFigure holds, @Nullable RateFigure above) {
        List<String> found = new ArrayList<>();
        for (RateFigure rate : rates) {
            boolean below = holds != null && rate.speed() <= holds.speed();
            boolean beyond = above != null && rate.speed() >= above.speed();
            if (beyond && rate.outcome() == RateOutcome.HOLDS) {
                found.add("the levels hold at " + RateSearch.text(rate.speed()) + " and not at a lower speed");
            } else if (beyond && rate.met() > 0) {
                found.add(runs(rate.met(), rate) + " met all levels, the majority did not");
            } else if (below && rate.broken() + rate.undecided() > 0) {
                found.add(runs(rate.broken() + rate.undecided(), rate) + " did not meet all levels, the majority did");
            }
        }
        return found;
    }

    private static String runs(int so, RateFigure rate) {
        return "at " + RateSearch.text(rate.speed()) + ", " + so + " of " + CountText.of(rate.counted(), "run");
    }

    private static RateAnswer answer(RatePlan plan, @Nullable RateFigure holds, @Nullable RateFigure above) {
        if (above == null) {
            return plan.shortened() ? RateAnswer.AT_LEAST : RateAnswer.HOLDS_THROUGHOUT;
        }
        boolean broken = above.outcome() == RateOutcome.BROKEN;
        if (holds != null) {
            return broken ? RateAnswer.FOUND : RateAnswer.AT_LEAST;
        }
        if (broken) {
            return RateAnswer.BROKEN_AT_LOWEST;
        }
        return above.outcome() == RateOutcome.VOID ? RateAnswer.VOID_AT_LOWEST : RateAnswer.UNDECIDED_AT_LOWEST;
    }

    /** Returns the speed of the next run; empty if the search is complete. */
    public Optional<Double> next() {
        return plan.search().next(tried(rates));
    }

    private static Map<Double, RateOutcome> tried(List<RateFigure> rates) {
        Map<Double, RateOutcome> tried = new LinkedHashMap<>();
        for (RateFigure rate : rates) {
            RateOutcome outcome = rate.outcome();
            if (outcome != null) {
                tried.put(rate.speed(), outcome);
            }
        }
        return tried;
    }

    private static @Nullable RateFigure figure(List<RateFigure> rates, @Nullable Double speed) {
        return rates.stream()
                .filter(rate -> Objects.equals(rate.speed(), speed))
                .findFirst()
                .orElse(null);
    }

    /** Returns the runs of one rate, in execution order. */
    public Stream<RateRun> runs(double speed) {
        return runs.stream().filter(run -> run.speed() == speed);
    }

    /** Writes the result to its directory atomically. */
    public void write(Path folder) {
        CONTENT.writeSealed(folder.resolve(FILE), this);
    }
}
