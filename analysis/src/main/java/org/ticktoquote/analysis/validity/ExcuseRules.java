package org.ticktoquote.analysis.validity;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rules on harness, host or input, with the charges against the application that they can explain. */
final class ExcuseRules {
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
    static final Set<String> FLOODED =
            Set.of(Rule.CLIENTS_BEHIND, Rule.ZERO_WINDOW, Rule.HARNESS_STARVED, Rule.HARNESS_STARVED_BURST);

    /** Names of the tick outcomes that are charges. */
    static final List<String> OUTCOMES = List.of(Rule.SKIPPED, Rule.LOST);

    /** Charge that a jam can explain: an application that received too much at once, or cannot send, stops reading. */
    private static final Set<String> JAM = Set.of(Rule.FEED_BLOCKED);

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

    private ExcuseRules() {}

    private static Set<String> and(Set<String> some, String... more) {
        Set<String> all = new HashSet<>(some);
        Collections.addAll(all, more);
        return Set.copyOf(all);
    }

    /** Returns the rules that made the run VOID and explain a charge, in the order of the reasons. */
    static List<String> of(String accusation, List<Reason> reasons) {
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
    static List<Reason> atMost(List<Reason> reasons) {
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
    static List<String> outcomesAtMost(List<Reason> reasons) {
        return OUTCOMES.stream()
                .filter(outcome ->
                        !of(outcome, reasons).isEmpty() || mismatch(reasons).isPresent())
                .toList();
    }
}
