package org.ticktoquote.analysis.validity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The verdict on a run and why.
 *
 * <p>VOID wins over FAILED: figures that harness, host or input disturbed cannot accuse the application. The FAILED
 * reasons are listed all the same, except where the harness or its journals broke off, or files or ticks are not this
 * run's: what
 * is missing then is the harness's own doing, nothing is said of the application, and what follows from it is no reason.
 * Where snapshots could not be attributed to ticks, nothing that rests on the attribution accuses it. What is explained
 * by that which made the run VOID is
 * {@linkplain Excused excused}.
 *
 * @param verdict the worst of the reasons'; VALID without any
 * @param reasons worst first, then in the order observed, but a declaration that does not hold first: what rests on it is
 *     at most what it says
 * @param excused in the order of the reasons that they would be
 * @param outcomesAtMost outcomes of ticks of which at most so many are the application's as were counted
 */
public record Judgement(Verdict verdict, List<Reason> reasons, List<Excused> excused, List<String> outcomesAtMost) {
    private static final Set<String> BROKEN_OFF = Set.of(
            Rule.RUN_INCOMPLETE,
            Rule.HARNESS_PROCESS_ENDED,
            Rule.JOURNALS_NOT_WHOLE,
            Rule.FOREIGN_FILES,
            Rule.TICKS_DIFFER,
            Rule.SCHEDULE_DIFFERS);

    /** What rests on ticks of which nobody knows what became of them. */
    private static final Set<String> FOLLOWING = Set.of(
            Rule.REPLAY_UNFINISHED,
            Rule.TICK_COUNT,
            Rule.SEND_ERRORS,
            Rule.REPLAY_LAG_SHARE,
            Rule.REPLAY_LAG_MAX,
            Rule.FEED_BLOCKED,
            Rule.NEGATIVE_VALUES,
            Rule.CLOCK_BOUND_SHARE,
            Rule.DRAIN_TOO_SHORT,
            Rule.PERHAPS_CONFLATED,
            Rule.MODEL_REFUSED,
            Rule.IDS_REFUSED,
            Rule.TOO_LITTLE_EVIDENCE,
            Rule.MODEL_MISMATCH,
            Rule.ID_PRICE_MISMATCH,
            Rule.SPREADS_CONTRADICTED);

    private static final Set<String> UNATTRIBUTED = Set.of(Rule.MODEL_REFUSED, Rule.IDS_REFUSED);

    /** Worst first; a declaration that does not hold before what rests on it. */
    private static final Comparator<Reason> ORDER = Comparator.comparing(Reason::verdict)
            .reversed()
            .thenComparing(reason -> !Rule.ofDeclaration(reason.rule()) && !UNATTRIBUTED.contains(reason.rule()));

    private static final Set<String> ATTRIBUTED = Set.of(
            Rule.LOST,
            Rule.SKIPPED,
            Rule.UNEXPLAINED,
            Rule.REGRESSED,
            Rule.SUBSCRIPTIONS_UNANSWERED,
            Rule.NEGATIVE_VALUES,
            Rule.REPLAY_LAG_SHARE,
            Rule.CLOCK_BOUND_SHARE,
            Rule.DRAIN_TOO_SHORT,
            Rule.PERHAPS_CONFLATED,
            Rule.MODEL_MISMATCH,
            Rule.ID_PRICE_MISMATCH,
            Rule.SPREADS_CONTRADICTED);

    public Judgement {
        reasons = List.copyOf(reasons);
        excused = List.copyOf(excused);
        outcomesAtMost = List.copyOf(outcomesAtMost);
    }

    /** Holds observations against limits; those without a limit have no consequence. */
    public static Judgement of(List<Observation> observations, Limits limits) {
        List<Reason> found = observations.stream()
                .map(observation -> reason(observation, limits))
                .flatMap(Optional::stream)
                .toList();
        boolean flooded = found.stream().anyMatch(Judgement::flood);
        List<Reason> reasons = found.stream()
                .map(reason -> flooded ? underFlood(reason, limits) : reason)
                .sorted(ORDER)
                .toList();
        boolean brokenOff = reasons.stream().anyMatch(reason -> BROKEN_OFF.contains(reason.rule()));
        if (brokenOff) {
            reasons = reasons.stream()
                    .filter(reason -> reason.verdict() != Verdict.FAILED && !FOLLOWING.contains(reason.rule()))
                    .toList();
        }
        if (reasons.stream().anyMatch(Judgement::unattributed)) {
            reasons = reasons.stream()
                    .filter(reason -> !ATTRIBUTED.contains(reason.rule()))
                    .toList();
        }
        reasons = Excuses.atMost(reasons);
        List<Reason> standing = new ArrayList<>();
        List<Excused> excused = new ArrayList<>();
        for (Reason reason : reasons) {
            List<String> because = Excuses.of(reason.rule(), reasons);
            if (because.isEmpty()) {
                standing.add(reason);
            } else {
                excused.add(new Excused(reason.rule(), reason.value(), reason.text(), because));
            }
        }
        Verdict worst = standing.stream().map(Reason::verdict).reduce(Verdict.VALID, Verdict::worse);
        return new Judgement(worst, standing, excused, brokenOff ? Excuses.OUTCOMES : Excuses.outcomesAtMost(reasons));
    }

    /** What a flood of the application's messages explains makes no run VOID: the clients had to read it. */
    private static Reason underFlood(Reason reason, Limits limits) {
        boolean explained = reason.verdict() == Verdict.VOID && Excuses.FLOODED.contains(reason.rule());
        return explained
                ? new Reason(
                        reason.rule(),
                        reason.value(),
                        limits.limit(reason.rule())
                                .map(limit -> limit.bound(Verdict.DEGRADED))
                                .orElse(0.0),
                        reason.text(),
                        Verdict.DEGRADED)
                : reason;
    }

    private static boolean flood(Reason reason) {
        return reason.rule().equals(Rule.MESSAGE_FLOOD) && reason.verdict() == Verdict.FAILED;
    }

    private static boolean unattributed(Reason reason) {
        return UNATTRIBUTED.contains(reason.rule()) && reason.verdict() == Verdict.VOID;
    }

    private static Optional<Reason> reason(Observation observation, Limits limits) {
        return limits.limit(observation.rule()).flatMap(limit -> {
            Verdict verdict = limit.verdict(observation.value());
            return verdict == Verdict.VALID
                    ? Optional.empty()
                    : Optional.of(new Reason(
                            observation.rule(),
                            observation.value(),
                            limit.bound(verdict),
                            observation.text(),
                            verdict));
        });
    }
}
