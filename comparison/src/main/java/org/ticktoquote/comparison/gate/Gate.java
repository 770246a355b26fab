package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.comparison.gate.StatisticResult.Label;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;

/**
 * Decides whether a release is worse than its baseline, look by look; the first look that decides is final.
 *
 * <p>The verdict is FAIL if the lower bound of a gated statistic is above 0 and its estimate is at or above the margin.
 * It is also FAIL if a hard limit is broken, or if only the candidate lost ticks, in several runs and episodes. The
 * verdict is PASS if the upper bound of every gated statistic is below its margin and there is no other objection.
 * Error rates are in docs/benchmarks.md.
 */
public final class Gate {
    private static final double VOID_LEVEL = 0.05;
    /** Minimum runs per side for blocks, which cost degrees of freedom. */
    static final int BLOCKS_FROM = 5;

    private final GatePolicy policy;
    private final List<Double> failLevels;
    private final List<Double> passLevels;

    public Gate(GatePolicy policy) {
        this.policy = policy;
        this.failLevels = policy.failLevels();
        this.passLevels = policy.passLevels();
    }

    /** Returns whether a gate can use the pulse of the host at one of its looks. */
    public static boolean usesPulse(GatePolicy policy) {
        return policy.looks().stream().anyMatch(runs -> runs >= BLOCKS_FROM);
    }

    /** Returns the reason why the pulse of the host is not used for these runs; empty if it is used. */
    public static Optional<String> pulseObjection(List<GateRun> baseline, List<GateRun> candidate, boolean inBlocks) {
        return PulseAdjustment.objection(baseline, candidate, inBlocks);
    }

    /** Returns the verdict on the runs so far. */
    public GateDecision decide(GateInput input) {
        return decide(input, 0);
    }

    /**
     * Returns an earlier verdict on the first of these runs, with today's statistics at its look. Only a limit that has been
     * broken since changes it.
     */
    public GateDecision keep(GateDecision earlier, GateInput latest, GateInput soonest) {
        GateDecision now = decide(latest, soonest);
        boolean kept = now.verdict() == earlier.verdict() && now.look() == earlier.look();
        return kept || now.verdict() == GateVerdict.REFUSED || !broken(soonest).isEmpty()
                ? now
                : earlier.at(Math.min(earlier.look(), runs(latest)), statistics(latest, earlier.look()));
    }

    /** Returns the statistics at the last look reached with a number of runs per side; empty before the first. */
    private List<StatisticResult> statistics(GateInput input, int runs) {
        int last = lastLook(Math.min(runs, runs(input)));
        return last < 0 ? List.of() : look(input, last).statistics();
    }

    private static int runs(GateInput input) {
        return Math.min(input.baseline().size(), input.candidate().size());
    }

    /** Considers only looks at more than {@code above} runs per side. */
    private GateDecision decide(GateInput input, int above) {
        if (!input.objections().isEmpty() && !input.forced()) {
            return new GateDecision(GateVerdict.REFUSED, 0, 0, input.objections(), List.of());
        }
        int runs = runs(input);
        GateDecision decision = before(runs);
        List<String> broken = broken(input);
        if (!broken.isEmpty()) {
            int last = lastLook(runs);
            return new GateDecision(
                    GateVerdict.FAIL, last < 0 ? runs : policy.looks().get(last), 0, broken, statistics(input, runs));
        }
        for (int i = 0; i < policy.looks().size() && policy.looks().get(i) <= runs; i++) {
            if (policy.looks().get(i) <= above) {
                continue;
            }
            decision = look(input, i);
            if (decision.verdict() == GateVerdict.PASS || decision.verdict() == GateVerdict.FAIL) {
                return decision;
            }
        }
        return decision;
    }

    /**
     * Returns the verdict under two attributions of snapshots to ticks. PASS and FAIL require the same verdict under both;
     * the later look counts. If one is PASS and the other FAIL, the gate continues with the next look. Look and statistics
     * are those of one attribution.
     *
     * @param latest input under the latest attribution
     * @param soonest input under the soonest attribution
     */
    public GateDecision decide(GateInput latest, GateInput soonest) {
        int runs = runs(latest);
        GateDecision one = decide(latest);
        GateDecision other = decide(soonest).bySoonest();
        int next = lookAfter(one, other);
        while (contradict(one, other) && next > 0 && next <= runs) {
            one = decide(latest, next - 1);
            other = decide(soonest, next - 1).bySoonest();
            next = lookAfter(one, other);
        }
        if (one.verdict() == other.verdict()) {
            return later(one, other);
        }
        return undecided(one, other, contradict(one, other) ? next : Math.max(one.nextLook(), other.nextLook()));
    }

    /** Returns the decision of the later look; of the same look, the one that shows why the gate does not pass. */
    private static GateDecision later(GateDecision one, GateDecision other) {
        boolean same = one.look() == other.look();
        boolean obstacle = one.verdict() != GateVerdict.PASS || other.verdict() == GateVerdict.PASS;
        return same && obstacle || one.look() > other.look() ? one : other;
    }

    private static GateDecision undecided(GateDecision latest, GateDecision soonest, int next) {
        String why = "ambiguous ticks decide: " + soonest.verdict() + " if answered at the soonest, " + latest.verdict()
                + " if answered at the latest";
        GateDecision shown = later(latest, soonest);
        return new GateDecision(
                GateVerdict.INCONCLUSIVE,
                shown.look(),
                next,
                next == 0 ? Math.max(latest.nextSolo(), soonest.nextSolo()) : 0,
                List.of(why),
                shown.statistics(),
                shown.soonest());
    }

    private static boolean contradict(GateDecision one, GateDecision other) {
        return one.verdict() == GateVerdict.PASS && other.verdict() == GateVerdict.FAIL
                || one.verdict() == GateVerdict.FAIL && other.verdict() == GateVerdict.PASS;
    }

    /** Returns the first look after both; 0 if there is none. */
    private int lookAfter(GateDecision one, GateDecision other) {
        int reached = Math.max(one.look(), other.look());
        return policy.looks().stream()
                .filter(look -> look > reached)
                .findFirst()
                .orElse(0);
    }

    private GateDecision before(int runs) {
        int first = policy.looks().get(0);
        String why = CountText.of(runs, "run") + " a side, expected " + first + " or more";
        return new GateDecision(GateVerdict.INCONCLUSIVE, 0, first, List.of(why), List.of());
    }

    private GateDecision look(GateInput input, int i) {
        int runs = policy.looks().get(i);
        List<GateRun> baseline = input.baseline().subList(0, runs);
        List<GateRun> candidate = input.candidate().subList(0, runs);
        Optional<DuetLook> duet =
                Optional.ofNullable(input.solo()).map(solo -> new DuetLook(this, policy, baseline, candidate, solo, i));
        List<StatisticResult> results = Stream.of(GateStatistic.values())
                .map(statistic -> duet.map(pairs -> pairs.result(statistic))
                        .orElseGet(() -> result(statistic, baseline, candidate, input, i)))
                .toList();
        int next = i + 1 < policy.looks().size() ? policy.looks().get(i + 1) : 0;
        List<String> failures = new ArrayList<>();
        List<GateRun> allBaseline = withSolo(input.baseline(), runs, input, SoloRuns::baseline);
        List<GateRun> allCandidate = withSolo(input.candidate(), runs, input, SoloRuns::candidate);
        CandidateFailures.lost(allBaseline, allCandidate)
                .filter(CandidateFailures.Losses::clear)
                .ifPresent(losses -> failures.add(losses.text()));
        results.stream().filter(result -> hasLabel(result, Label.FAIL)).forEach(result -> failures.add(worse(result)));
        List<String> doubts = doubts(input, allBaseline, allCandidate, results);
        boolean unequal = FisherTest.p(
                        input.baselineVoid(),
                        input.baselineVoid() + input.baseline().size(),
                        input.candidateVoid(),
                        input.candidateVoid() + input.candidate().size())
                < VOID_LEVEL;
        if (!failures.isEmpty() && !unequal) {
            return new GateDecision(GateVerdict.FAIL, runs, 0, failures, results);
        }
        if (baseline.stream().noneMatch(run -> run.measured() && !run.isAbsent())) {
            String why = "no run of the baseline was measured, so there is nothing to compare with";
            return new GateDecision(GateVerdict.INCONCLUSIVE, runs, 0, List.of(why), results);
        }
        if (doubts.isEmpty()
                && failures.isEmpty()
                && duet.map(DuetLook::doubts).orElse(List.of()).isEmpty()) {
            return new GateDecision(GateVerdict.PASS, runs, 0, List.of(), results);
        }
        // further pairs remove no doubt about solo runs
        int ofPairs = duet.isEmpty()
                ? doubts.size()
                : doubts(input, baseline, candidate, results).size();
        boolean open = duet.isEmpty() || DuetLook.open(results) || !failures.isEmpty() || ofPairs > undecided(results);
        failures.addAll(doubts);
        List<String> check = duet.map(DuetLook::doubts).orElse(List.of());
        failures.addAll(check);
        return new GateDecision(
                GateVerdict.INCONCLUSIVE,
                runs,
                open ? next : 0,
                nextSolo(duet, results, open, next),
                failures,
                results,
                false);
    }

    /**
     * Returns the runs of a side at a look. In a duet these include its solo runs, and later runs without any measurement:
     * a solo run that ended at its start is not distinguished from a run of a pair.
     */
    private static List<GateRun> withSolo(
            List<GateRun> all, int look, GateInput input, Function<SoloRuns, List<GateRun>> side) {
        List<GateRun> runs = all.subList(0, look);
        SoloRuns solo = input.solo();
        return solo == null
                ? runs
                : Stream.of(
                                runs,
                                side.apply(solo),
                                all.subList(look, all.size()).stream()
                                        .filter(run -> !run.measured())
                                        .toList())
                        .flatMap(List::stream)
                        .toList();
    }

    /**
     * Returns the solo runs per side needed next; pairs take precedence. If the last pairs leave a statistic undecided, the
     * gate cannot pass, but solo runs can still fail it.
     */
    private static int nextSolo(Optional<DuetLook> duet, List<StatisticResult> results, boolean open, int next) {
        return duet.filter(pairs -> !open || next == 0)
                .map(pairs -> open ? pairs.decidingSolo(results) : pairs.nextSolo(results))
                .orElse(0);
    }

    /** Counts the gated statistics that prevent a PASS. */
    private static long undecided(List<StatisticResult> results) {
        return results.stream()
                .filter(result -> hasLabel(result, Label.INCONCLUSIVE) || hasLabel(result, Label.UNRESOLVED))
                .count();
    }

    /** Returns the index of the last look reached; -1 before the first. */
    private int lastLook(int runs) {
        return (int) policy.looks().stream().filter(look -> look <= runs).count() - 1;
    }

    private static boolean hasLabel(StatisticResult result, Label label) {
        return result.gated() && result.label() == label;
    }

    private StatisticResult result(
            GateStatistic statistic, List<GateRun> baseline, List<GateRun> candidate, GateInput input, int look) {
        Optional<StatisticResult> few = few(statistic, baseline, candidate, look);
        if (few.isPresent()) {
            return few.get();
        }
        List<Double> before = logs(statistic, baseline);
        List<Double> now = logs(statistic, candidate);
        if (before.size() < baseline.size() || now.size() < candidate.size()) {
            return unresolved(statistic);
        }
        LogDifference difference = difference(statistic, before, now, input);
        return PulseAdjustment.objection(baseline, candidate, input.inBlocks()).isPresent()
                ? judged(statistic, difference, baseline.size(), look)
                : PulseAdjustment.difference(statistic, baseline, candidate, input.history())
                        .map(adjusted -> new Gate(policy.ofPulse())
                                .judged(statistic, adjusted, baseline.size(), look)
                                .withPulse(adjusted.gain(difference)))
                        .orElseGet(() -> judged(statistic, difference, baseline.size(), look));
    }

    private static LogDifference difference(
            GateStatistic statistic, List<Double> before, List<Double> now, GateInput input) {
        return input.inBlocks() && before.size() >= BLOCKS_FROM
                ? LogDifference.inBlocks(before, now, EarlierSpread.ofNeighbours(statistic, input.history()))
                : LogDifference.of(before, now, EarlierSpread.of(statistic, input.history()));
    }

    /** Returns the result of a share with too few late episodes; empty with enough episodes and for other statistics. */
    Optional<StatisticResult> few(GateStatistic statistic, List<GateRun> baseline, List<GateRun> candidate, int look) {
        return statistic == GateStatistic.SHARE
                ? LateEpisodes.few(baseline, candidate)
                        .map(late -> compared(late, LateEpisodes.shareRatio(baseline, candidate), look))
                : Optional.empty();
    }

    private StatisticResult compared(LateEpisodes late, double shareRatio, int look) {
        GateStatistic share = GateStatistic.SHARE;
        double most = Math.exp(policy.logMargin(share));
        Label label = Label.TOO_FEW;
        Double ratio = null;
        if (late.p() <= failLevels.get(look) && (!gated(share) || late.ratio() >= most)) {
            label = Label.FAIL;
        } else if (late.p() <= policy.passLevel()) {
            label = Label.INCONCLUSIVE;
        } else if (shareRatio >= most) {
            label = Label.INCONCLUSIVE;
            ratio = shareRatio;
        }
        return new StatisticResult(
                share, gated(share), label, ratio, null, null, margin(share), false, null, late, null, null);
    }

    /** Returns the result of a statistic that is not defined in every run. */
    StatisticResult unresolved(GateStatistic statistic) {
        return nothing(statistic, Label.UNRESOLVED);
    }

    /** Returns the result of a statistic without data. */
    StatisticResult undecided(GateStatistic statistic) {
        return nothing(statistic, Label.INCONCLUSIVE);
    }

    private StatisticResult nothing(GateStatistic statistic, Label label) {
        return new StatisticResult(
                statistic, gated(statistic), label, null, null, null, margin(statistic), false, null, null, null, null);
    }

    private boolean gated(GateStatistic statistic) {
        return policy.margins().containsKey(statistic);
    }

    private @Nullable Double margin(GateStatistic statistic) {
        return gated(statistic) ? 1 + policy.margins().getOrDefault(statistic, 0.0) : null;
    }

    /** Judges a difference of so many runs a side at a look. */
    StatisticResult judged(GateStatistic statistic, LogDifference difference, int runs, int look) {
        boolean gated = gated(statistic);
        double low = difference.lower(failLevels.get(look));
        double high = difference.upper(passLevels.get(look));
        double most = policy.logMargin(statistic);
        Label label = Label.INCONCLUSIVE;
        if (low > 0 && (!gated || difference.estimate() >= most)) {
            label = Label.FAIL;
        } else if (high < (gated ? most : 0)) {
            label = Label.PASS;
        }
        return new StatisticResult(
                statistic,
                gated,
                label,
                Math.exp(difference.estimate()),
                Math.exp(low),
                Math.exp(high),
                margin(statistic),
                difference.withHistory(),
                difference.error() * Math.sqrt(runs / 2.0),
                null,
                null,
                null);
    }

    static List<Double> logs(GateStatistic statistic, List<GateRun> runs) {
        return runs.stream()
                .map(run -> run.log(statistic))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    /** Returns the broken hard limits. They are not statistical tests and have no type I error. */
    private List<String> broken(GateInput input) {
        List<String> broken = new ArrayList<>();
        for (GateRun run : withSolo(input.candidate(), input.candidate().size(), input, SoloRuns::candidate)) {
            Long latest = policy.vetoLatestNs();
            Long answered = run.latestNs();
            if (latest != null && (answered == null || answered > latest)) {
                broken.add(run.name() + ": " + late(answered, latest));
            }
            Long most = policy.vetoLost();
            if (most != null && run.lost() > most) {
                broken.add(run.name() + ": " + CandidateFailures.lostText(run) + ", limit " + most);
            }
            policy.serviceLevels().stream()
                    .filter(level -> run.serviceLevel(level) == LevelState.BROKEN)
                    .forEach(level -> broken.add(run.name() + ": broken: " + level));
        }
        return broken;
    }

    /** Formats a violated limit on the latest answer; adds the excess if value and limit look the same as text. */
    private static String late(@Nullable Long answeredNs, long limitNs) {
        String limit = DurationText.format(limitNs);
        if (answeredNs == null) {
            return "a tick was never answered, limit " + limit;
        }
        String answered = DurationText.format(answeredNs);
        return "latest answer after " + answered + ", limit " + limit
                + (answered.equals(limit) ? ", exceeded by " + DurationText.format(answeredNs - limitNs) : "");
    }

    private static String undecided(GateRun run, String level) {
        return run.serviceLevels().containsKey(level)
                ? "undecided: " + level
                : "not analysed for '" + level + "'; add it with t2q analyze --slo";
    }

    private static String worse(StatisticResult result) {
        return result.late() != null
                ? late(result.late())
                : String.format(
                        Locale.ROOT,
                        "%s is %.3f times the baseline's (at least %.3f), limit %.3f",
                        result.statistic().text(),
                        result.ratio(),
                        result.low(),
                        result.margin());
    }

    private static String late(LateEpisodes late) {
        return String.format(
                Locale.ROOT,
                "share: %s of the candidate, %d of the baseline (exact test, p %.4f)",
                CountText.of(late.candidate(), "late episode"),
                late.baseline(),
                late.p());
    }

    /** Returns the objections to a PASS. */
    private List<String> doubts(
            GateInput input, List<GateRun> baseline, List<GateRun> candidate, List<StatisticResult> results) {
        List<String> doubts = new ArrayList<>();
        if (input.forced()) {
            doubts.add("a forced comparison cannot pass: "
                    + (input.objections().isEmpty()
                            ? "all conditions agree, remove --force-compare"
                            : String.join("; ", input.objections())));
        }
        int baselineAttempts = input.baselineVoid() + input.baseline().size();
        int candidateAttempts = input.candidateVoid() + input.candidate().size();
        double p = FisherTest.p(input.baselineVoid(), baselineAttempts, input.candidateVoid(), candidateAttempts);
        if (p < VOID_LEVEL) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "VOID attempts differ: %d of %d of the baseline, %d of %d of the candidate (Fisher, p %.3f)",
                    input.baselineVoid(),
                    baselineAttempts,
                    input.candidateVoid(),
                    candidateAttempts,
                    p));
        }
        doubts.addAll(CandidateFailures.doubts(baseline, candidate));
        for (GateRun run : candidate) {
            policy.serviceLevels().stream()
                    .filter(level -> !run.isAbsent() && run.serviceLevel(level) == LevelState.UNDECIDED)
                    .forEach(level -> doubts.add(run.name() + ": " + undecided(run, level)));
        }
        if (results.stream().filter(StatisticResult::gated).allMatch(result -> result.label() == Label.TOO_FEW)) {
            doubts.add("too few late episodes to compare the share, and no other statistic is gated");
        }
        for (StatisticResult result : results) {
            if (hasLabel(result, Label.UNRESOLVED)) {
                doubts.add(result.statistic().text() + " is undefined in at least one run: too many lost ticks"
                        + (input.solo() == null ? "" : ", or fewer than two complete pairs"));
            } else if (hasLabel(result, Label.INCONCLUSIVE) && result.late() != null) {
                doubts.add(
                        result.ratio() == null
                                ? late(result.late())
                                : String.format(
                                        Locale.ROOT,
                                        "share is %.3f times the baseline's in too few late episodes (%d and %d), limit %.3f",
                                        result.ratio(),
                                        result.late().candidate(),
                                        result.late().baseline(),
                                        result.margin()));
            } else if (hasLabel(result, Label.INCONCLUSIVE) && result.ratio() == null) {
                doubts.add(result.statistic().text()
                        + ": pairing reduces its variance too little, and there are too few solo runs");
            } else if (hasLabel(result, Label.INCONCLUSIVE)) {
                doubts.add(String.format(
                        Locale.ROOT,
                        "%s is %.3f times the baseline's, at most %.3f, limit %.3f",
                        result.statistic().text(),
                        result.ratio(),
                        result.high(),
                        result.margin()));
            }
        }
        return doubts;
    }
}
