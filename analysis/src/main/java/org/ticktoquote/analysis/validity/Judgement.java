package org.ticktoquote.analysis.validity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Verdict on a run with its reasons.
 *
 * <p>VOID takes precedence over FAILED, because disturbed figures cannot be held against the application. FAILED reasons are
 * still listed unless the run or its journals were cut short, or files or ticks are not its own. Missing data is then the
 * harness's fault, and its consequences are not listed. If snapshots could not be attributed to ticks, all rules that depend
 * on the attribution are omitted. Charges that the cause of VOID can explain are {@linkplain ExcusedCharge excused}.
 *
 * @param verdict worst verdict of the reasons; VALID without any
 * @param reasons worst first, then in the order observed, except that a declaration that does not hold precedes the reasons
 * that depend on it
 * @param excused excused charges in the order of the reasons
 * @param outcomesAtMost outcomes of ticks whose counts are upper bounds of the application's share
 */
public record Judgement(
        Verdict verdict, List<Reason> reasons, List<ExcusedCharge> excused, List<String> outcomesAtMost) {
    private static final Set<String> BROKEN_OFF = Set.of(
            Rule.RUN_INCOMPLETE,
            Rule.HARNESS_PROCESS_ENDED,
            Rule.JOURNALS_NOT_WHOLE,
            Rule.FOREIGN_FILES,
            Rule.TICKS_DIFFER,
            Rule.SCHEDULE_DIFFERS);

    /** Rules that depend on ticks with unknown outcomes. */
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

    /** Worst first; a declaration that does not hold precedes the reasons that depend on it. */
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

    /** Charges that a host without free CPU time can explain: late or missing ticks, answers and heartbeats. */
    private static final Set<String> SATURATION = Set.of(
            Rule.LOST,
            Rule.SKIPPED,
            Rule.FEED_UNREAD,
            Rule.FEED_BLOCKED,
            Rule.SESSION_DROPS,
            Rule.SUBSCRIPTIONS_REJECTED,
            Rule.SUBSCRIPTIONS_UNANSWERED);

    /** Charges explicable by ticks that never reached the application, including prices computed without them. */
    private static final Set<String> UNSEEN = and(
            SATURATION,
            Rule.UNEXPLAINED,
            Rule.REGRESSED,
            Rule.MODEL_MISMATCH,
            Rule.ID_PRICE_MISMATCH,
            Rule.SPREADS_CONTRADICTED);

    /** Rules that depend on which ticks call for a quote. */
    private static final Set<String> OF_DUE_TICKS = Set.of(Rule.LOST, Rule.SKIPPED, Rule.SUBSCRIPTIONS_UNANSWERED);

    /** Rules that a flood of messages without a price can explain, because the clients are busy with it. */
    private static final Set<String> FLOODED =
            Set.of(Rule.CLIENTS_BEHIND, Rule.ZERO_WINDOW, Rule.HARNESS_STARVED, Rule.HARNESS_STARVED_BURST);

    /** Names of the tick outcomes that are charges. */
    private static final List<String> OUTCOMES = List.of(Rule.SKIPPED, Rule.LOST);

    /** Charge that a jam can explain: an application that received too much at once, or cannot send, stops reading. */
    private static final Set<String> JAM = Set.of(Rule.FEED_BLOCKED);

    /** Charges against the application that rules on harness, host or input can explain. */
    private static final Map<String, Set<String>> BY_CAUSE = Map.ofEntries(
            Map.entry(Rule.UDP_DROPS, UNSEEN),
            Map.entry(Rule.CAPTURE_PRICES_UNKNOWN, and(UNSEEN, Rule.MODEL_REFUSED)),
            Map.entry(Rule.HARNESS_STARVED, SATURATION),
            Map.entry(Rule.HARNESS_STARVED_BURST, SATURATION),
            Map.entry(Rule.CLIENTS_BEHIND, SATURATION),
            Map.entry(Rule.STEAL, SATURATION),
            Map.entry(Rule.THROTTLING, SATURATION),
            Map.entry(Rule.REPLAY_LAG_MAX, JAM),
            Map.entry(Rule.REPLAYER_STALL, JAM),
            Map.entry(Rule.CLIENTS_STALL, JAM),
            Map.entry(Rule.ZERO_WINDOW, JAM),
            Map.entry(Rule.DRAIN_TOO_SHORT, Set.of(Rule.LOST)),
            Map.entry(Rule.BOOK_OVERFLOWS, Set.of(Rule.LOST, Rule.SKIPPED)));

    public Judgement {
        reasons = List.copyOf(reasons);
        excused = List.copyOf(excused);
        outcomesAtMost = List.copyOf(outcomesAtMost);
    }

    /** Compares observations with limits; observations without a limit have no effect. */
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
        reasons = atMost(reasons);
        List<Reason> standing = new ArrayList<>();
        List<ExcusedCharge> excused = new ArrayList<>();
        for (Reason reason : reasons) {
            List<String> because = causes(reason.rule(), reasons);
            if (because.isEmpty()) {
                standing.add(reason);
            } else {
                excused.add(new ExcusedCharge(reason.rule(), reason.value(), reason.text(), because));
            }
        }
        Verdict worst = standing.stream().map(Reason::verdict).reduce(Verdict.VALID, Verdict::worse);
        return new Judgement(worst, standing, excused, brokenOff ? OUTCOMES : outcomesAtMost(reasons));
    }

    /**
     * Reduces VOID to DEGRADED for a rule that a flood of the application's messages explains, because the clients had to
     * read them.
     */
    private static Reason underFlood(Reason reason, Limits limits) {
        boolean explained = reason.verdict() == Verdict.VOID && FLOODED.contains(reason.rule());
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

    private static Set<String> and(Set<String> some, String... more) {
        Set<String> all = new HashSet<>(some);
        Collections.addAll(all, more);
        return Set.copyOf(all);
    }

    /** Returns the rules that made the run VOID and explain a charge, in the order of the reasons. */
    private static List<String> causes(String accusation, List<Reason> reasons) {
        return reasons.stream()
                .filter(reason -> reason.verdict() == Verdict.VOID)
                .map(Reason::rule)
                .filter(rule -> BY_CAUSE.getOrDefault(rule, Set.of()).contains(accusation))
                .toList();
    }

    /**
     * Marks reasons as upper bounds if they depend on a declaration that does not hold. Some of the ticks that they count
     * may call for no quote.
     */
    private static List<Reason> atMost(List<Reason> reasons) {
        return mismatch(reasons)
                .map(rule -> reasons.stream()
                        .map(reason -> OF_DUE_TICKS.contains(reason.rule()) ? atMost(reason, rule) : reason)
                        .toList())
                .orElse(reasons);
    }

    private static Reason atMost(Reason reason, String because) {
        String text = reason.text();
        String counted = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return new Reason(
                reason.rule(),
                reason.value(),
                reason.limit(),
                "At most " + counted + "; the declared model does not hold (" + because
                        + "): some of these ticks may need no quote.",
                reason.verdict());
    }

    /** Returns the worst rule that shows that a declaration does not hold. */
    private static Optional<String> mismatch(List<Reason> reasons) {
        return reasons.stream().map(Reason::rule).filter(Rule::ofDeclaration).findFirst();
    }

    /** Returns the outcomes, by name, whose counts are upper bounds of the application's share. */
    private static List<String> outcomesAtMost(List<Reason> reasons) {
        return OUTCOMES.stream()
                .filter(outcome ->
                        !causes(outcome, reasons).isEmpty() || mismatch(reasons).isPresent())
                .toList();
    }
}
