package org.ticktoquote.analysis.report;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * Most helpful command after a run, with its purpose.
 *
 * @param command command line to type; {@code RUN} is the run's directory if its path is unknown
 * @param why purpose, for users
 */
record NextStep(String command, String why) {
    /** Number of processes that need a CPU each: replayer, application, clients, harness. */
    private static final int BUSY = 4;

    private static final String CPUS = "cpus";
    private static final long MAX_HOURS = 24;
    private static final long NANOS_BELOW_SECOND = 999_999_999;

    /** Rules on the agreement between the application and its declaration. */
    private static final Set<String> DECLARED = Set.of(
            Rule.MODEL_MISMATCH,
            Rule.ID_PRICE_MISMATCH,
            Rule.SPREADS_CONTRADICTED,
            Rule.MODEL_REFUSED,
            Rule.IDS_REFUSED,
            Rule.TOO_LITTLE_EVIDENCE,
            Rule.UNEXPLAINED,
            Rule.UNREADABLE_SNAPSHOTS,
            Rule.UNKNOWN_SYMBOLS,
            Rule.SUBSCRIPTIONS_REJECTED,
            Rule.SUBSCRIPTIONS_UNANSWERED,
            Rule.MESSAGES_REJECTED,
            Rule.FEED_UNSUBSCRIBED);

    /** Rules on the lack of CPU time. */
    private static final Set<String> CROWDED = Set.of(
            Rule.STEAL,
            Rule.REPLAY_LAG_SHARE,
            Rule.REPLAY_LAG_MAX,
            Rule.REPLAYER_STALL,
            Rule.CLIENTS_STALL,
            Rule.CLIENTS_BEHIND,
            Rule.HARNESS_STALL,
            Rule.HARNESS_STARVED,
            Rule.HARNESS_STARVED_BURST,
            Rule.APPLICATION_HAD_PROCESSORS,
            Rule.THROTTLING);

    /**
     * Returns the next step after a run.
     *
     * @param host facts of the machine
     * @param run path of its directory
     */
    static NextStep of(Summary summary, Map<String, String> host, String run) {
        if (!summary.latencies().scheduled()) {
            return afterCapture(summary, run);
        }
        return switch (summary.findings().validity()) {
            case VOID -> afterVoid(summary, host, run);
            case FAILED ->
                declared(summary) ? check() : outliers(run, "shows which ticks were late or lost, and the causes");
            case VALID, DEGRADED -> afterResult(summary, host, run);
        };
    }

    /** Returns the next step after a capture, which cannot be run again. */
    private static NextStep afterCapture(Summary summary, String run) {
        QuotablePercentiles trust = QuotablePercentiles.of(summary);
        boolean few = !trust.doubts().isEmpty() && trust.doubts().get(0).kind() == QuotablePercentiles.Kind.FEW;
        return few && summary.findings().validity() != Verdict.VOID
                ? new NextStep("t2q wire LONGER", "a longer capture: more episodes beyond " + trust.doubted())
                : outliers(run, "shows which ticks were late, and the causes");
    }

    private static NextStep afterVoid(Summary summary, Map<String, String> host, String run) {
        String rule = summary.findings().reasons().stream()
                .findFirst()
                .map(Reason::rule)
                .orElse("");
        if (DECLARED.contains(rule)) {
            return check();
        }
        return switch (rule) {
            case Rule.WARM_UP_UNSTEADY ->
                new NextStep("t2q run --warm-up-limit 2m", "longer warm-up, other options unchanged");
            case Rule.DRAIN_TOO_SHORT ->
                new NextStep(
                        "t2q run --drain " + summary.measuredPart().drain().sufficient(),
                        "longer wait for answers, other options unchanged");
            case Rule.RUN_INCOMPLETE, Rule.RUN_INTERRUPTED, Rule.REPLAY_UNFINISHED, Rule.JOURNALS_NOT_WHOLE ->
                new NextStep("t2q run", "a complete run with the same options");
            default -> CROWDED.contains(rule) ? moreProcessors(host) : outliers(run, "shows what happened, and when");
        };
    }

    private static boolean declared(Summary summary) {
        return summary.findings().reasons().stream().anyMatch(reason -> DECLARED.contains(reason.rule()));
    }

    private static NextStep afterResult(Summary summary, Map<String, String> host, String run) {
        QuotablePercentiles trust = QuotablePercentiles.of(summary);
        if (trust.doubts().isEmpty()) {
            return outliers(run, "shows why the latest ticks were late");
        }
        QuotablePercentiles.Doubt doubt = trust.doubts().get(0);
        return switch (doubt.kind()) {
            case HARNESS -> moreProcessors(host);
            case FEW -> longer(summary, doubt, trust.doubted());
            case NOTHING, MODEL -> check();
            case CONFLATED ->
                new NextStep(
                        "t2q run --conflation none",
                        "if the application conflates no ticks (else its interval, as in 10ms), other options"
                                + " unchanged");
            case LOST -> outliers(run, "shows which ticks were lost, and the causes");
        };
    }

    private static NextStep check() {
        return new NextStep(
                "t2q check-app --app '...'",
                "traces one tick through your application, message by message, and suggests options");
    }

    private static NextStep outliers(String run, String why) {
        return new NextStep("t2q outliers " + run, why);
    }

    private static NextStep moreProcessors(Map<String, String> host) {
        String known = host.getOrDefault(CPUS, "");
        boolean few = known.matches("[0-9]{1,6}") && Integer.parseInt(known) < BUSY;
        if (host.containsKey("hosts") || host.containsKey("threads")) {
            return new NextStep("t2q host", "shows what disturbs measurements on this host, and how to change it");
        }
        return few
                ? new NextStep(
                        "t2q run --hosts hosts.yaml",
                        "runs the application on a separate host; this host has " + known
                                + " CPUs for four busy processes (docs/run.md)")
                : new NextStep("t2q run --threads auto", "separate CPUs for application, replayer and clients");
    }

    /**
     * Returns a run with a longer window, which supports the percentile if episodes stay as frequent as in this window. The
     * window has instants, because a time of day means the first day of the recording.
     */
    private static NextStep longer(Summary summary, QuotablePercentiles.Doubt doubt, String percentile) {
        Instant from = Instant.parse(summary.measured().window().from());
        Instant to = Instant.parse(summary.measured().window().to());
        long times = (long) Math.ceil(Support.MIN_INDEPENDENT / Math.max(1, doubt.independent())) + 1;
        Duration length = Duration.between(from, to).multipliedBy(times);
        if (length.isZero() || length.toHours() >= MAX_HOURS) {
            return new NextStep("t2q run pv", "several runs, as a single run has too few late episodes");
        }
        return new NextStep(
                "t2q run --window " + from.truncatedTo(ChronoUnit.SECONDS) + ".."
                        + from.plus(length).plusNanos(NANOS_BELOW_SECOND).truncatedTo(ChronoUnit.SECONDS),
                times + " times as long, or to the recording's end; other options unchanged, for more episodes beyond "
                        + percentile);
    }
}
