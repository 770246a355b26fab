package org.ticktoquote.analysis.validity;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.IntervalText;

/**
 * Rules of a profile with their limits, in the order of reports: {@code dev} for a shared laptop or VM, {@code lab} for
 * isolated cores. docs/measures.md explains every bound.
 *
 * @param profile its name
 * @param limits one per rule
 */
public record Limits(String profile, List<Limit> limits) {
    public static final String DEV = "dev";
    public static final String LAB = "lab";
    /** Largest share of unexplained snapshots at which attribution by price holds. */
    public static final double MAX_CONTRADICTED = 0.01;

    /** Largest share of the responses beyond a percentile that can be missing from the figures if it is to be quoted. */
    public static final double MAX_UNCLEAR = 0.1;

    private static final String NS = "ns";
    private static final String SHARE = "of ";
    private static final String PLURAL = "s";
    private static final String PLURAL_OF_SS = "sses";

    public Limits {
        limits = List.copyOf(limits);
    }

    /** Returns the limits of a profile; rejects an unknown one. */
    public static Limits of(String profile) {
        return switch (profile) {
            case DEV ->
                new Limits(
                                DEV,
                                List.of(
                                        Limit.broken(Rule.REPLAY_LAG_SHARE, "of p99 response", 0.10, 0.60),
                                        Limit.broken(Rule.REPLAY_LAG_MAX, NS, 100e6),
                                        Limit.broken(Rule.CLOCK_STEP, NS, 1e6),
                                        Limit.broken(Rule.CLOCK_BOUND_SHARE, "of p50 response", 0.10, 0.50),
                                        Limit.broken(Rule.STEAL, "%", 2, 5),
                                        Limit.degraded(Rule.WARM_UP_UNSTEADY, "", 0),
                                        Limit.degraded(Rule.SELF_AUDIT_INCOMPLETE, "processes", 0),
                                        Limit.broken(Rule.REPLAYER_STALL, NS, 10e6, 100e6),
                                        Limit.broken(Rule.CLIENTS_STALL, NS, 10e6, 100e6),
                                        Limit.broken(Rule.CLIENTS_BEHIND, NS, 10e6, 100e6),
                                        Limit.broken(Rule.HARNESS_STALL, NS, 10e6, 250e6),
                                        Limit.broken(Rule.GC_PAUSE, NS, 10e6, 100e6),
                                        Limit.broken(Rule.HARNESS_STARVED, "of the wanted time", 0.5, 0.9),
                                        Limit.broken(Rule.HARNESS_STARVED_BURST, "of the wanted time", 0.9, 0.98),
                                        Limit.broken(Rule.THROTTLING, "%", 0, 1),
                                        Limit.degraded(Rule.TCP_RETRANSMITS, "segments", 0),
                                        Limit.degraded(Rule.ZERO_WINDOW, "sessions", 0)))
                        .withShared();
            case LAB ->
                new Limits(
                                LAB,
                                List.of(
                                        Limit.broken(Rule.REPLAY_LAG_SHARE, "of p99 response", 0.10),
                                        Limit.broken(Rule.REPLAY_LAG_MAX, NS, 1e6),
                                        Limit.broken(Rule.CLOCK_STEP, NS, 100e3),
                                        Limit.broken(Rule.CLOCK_BOUND_SHARE, "of p50 response", 0.05, 0.10),
                                        Limit.broken(Rule.STEAL, "%", 0.1),
                                        Limit.broken(Rule.WARM_UP_UNSTEADY, "", 0),
                                        Limit.broken(Rule.SELF_AUDIT_INCOMPLETE, "processes", 0),
                                        Limit.broken(Rule.REPLAYER_STALL, NS, 500e3, 1e6),
                                        Limit.broken(Rule.CLIENTS_STALL, NS, 500e3, 1e6),
                                        Limit.broken(Rule.CLIENTS_BEHIND, NS, 500e3, 1e6),
                                        Limit.broken(Rule.HARNESS_STALL, NS, 1e6, 10e6),
                                        Limit.broken(Rule.GC_PAUSE, NS, 500e3, 1e6),
                                        Limit.broken(Rule.HARNESS_STARVED, "of the wanted time", 0.1, 0.3),
                                        Limit.broken(Rule.HARNESS_STARVED_BURST, "of the wanted time", 0.5, 0.9),
                                        Limit.broken(Rule.THROTTLING, "%", 0),
                                        Limit.degraded(Rule.CLOCK_SOURCE, "", 0),
                                        Limit.broken(Rule.TCP_RETRANSMITS, "segments", 0),
                                        Limit.broken(Rule.ZERO_WINDOW, "sessions", 0),
                                        Limit.degraded(Rule.UDP_RECEIVE_ERRORS, "datagrams", 0)))
                        .withShared();
            default ->
                throw Problem.of("profile")
                        .value(profile)
                        .expected(DEV + " or " + LAB)
                        .exception(ExitStatus.BAD_INPUT);
        };
    }

    private Limits withShared() {
        List<Limit> shared = List.of(
                Limit.broken(Rule.RUN_INCOMPLETE, "", 0),
                Limit.broken(Rule.RUN_INTERRUPTED, "", 0),
                Limit.broken(Rule.HARNESS_PROCESS_ENDED, "processes", 0),
                Limit.broken(Rule.JOURNALS_NOT_WHOLE, "journals", 0),
                Limit.broken(Rule.FOREIGN_FILES, "files", 0),
                Limit.broken(Rule.REPLAY_UNFINISHED, "", 0),
                Limit.broken(Rule.SEND_ERRORS, "ticks", 0),
                Limit.broken(Rule.TICK_COUNT, "ticks", 0),
                Limit.degraded(Rule.APPLICATION_HAD_PROCESSORS, "of the used time", 0.5),
                Limit.broken(Rule.BUSY_WHILE_IDLE, "of a CPU", 0.1),
                Limit.broken(Rule.DRAIN_TOO_SHORT, "ticks x sessions", 0),
                Limit.broken(Rule.TICKS_DIFFER, "", 0),
                Limit.broken(Rule.SCHEDULE_DIFFERS, "ticks", 0),
                Limit.broken(Rule.NEGATIVE_VALUES, "values", 0),
                Limit.broken(Rule.TIME_NAMESPACE, "namespaces", 0),
                Limit.broken(Rule.CLOCK_SOURCE_CHANGED, "sources", 0),
                Limit.broken(Rule.UDP_DROPS, "datagrams", 0),
                Limit.broken(Rule.BOOK_OVERFLOWS, "messages", 0),
                Limit.broken(Rule.THREADS_UNMANAGED, "threads", 0),
                Limit.degraded(Rule.CAPTURE_HOLES, "holes", 0),
                Limit.degraded(Rule.CAPTURE_TICKS_MISSING, "ticks", 0),
                Limit.broken(Rule.CAPTURE_PRICES_UNKNOWN, "ticks", 0),
                Limit.degraded(Rule.CAPTURE_DROPS, "frames", 0),
                Limit.degraded(Rule.CAPTURE_INCOMPLETE, "captures", 0),
                Limit.degraded(Rule.CAPTURE_ORDER, "frames", 0),
                Limit.broken(Rule.STAMP_STEP, "steps", 0),
                Limit.failed(Rule.APPLICATION_ENDED, "", 0),
                Limit.failed(Rule.FEED_DESERTED, "ticks", 0),
                new Limit(Rule.FEED_UNSUBSCRIBED, "of the ticks of clients' pairs", 0.0, 0.01, null),
                new Limit(Rule.FEED_BLOCKED, NS, 1e6, 100e6, null),
                Limit.failed(Rule.FEED_UNREAD, "datagrams", 0),
                new Limit(Rule.FEED_FLOOD, "messages a second", 0.0, 999.0, null),
                Limit.failed(Rule.SESSION_DROPS, "sessions", 0),
                Limit.failed(Rule.SESSIONS_ENDED, "sessions", 0),
                Limit.failed(Rule.SEQUENCE_GAPS, "gaps", 0),
                Limit.degraded(Rule.SEQUENCE_RESETS, "resets", 0),
                new Limit(Rule.MESSAGE_FLOOD, "messages a second", 0.0, 999.0, null),
                Limit.failed(Rule.SUBSCRIPTIONS_REJECTED, "subscriptions", 0),
                Limit.failed(Rule.MESSAGES_REJECTED, "messages", 0),
                Limit.failed(Rule.SUBSCRIPTIONS_UNANSWERED, "subscriptions", 0),
                Limit.failed(Rule.LOST, "ticks x sessions", 0),
                Limit.failed(Rule.SKIPPED, "ticks x sessions", 0),
                Limit.failed(Rule.UNEXPLAINED, "snapshots", 0),
                Limit.failed(Rule.REGRESSED, "snapshots", 0),
                Limit.failed(Rule.UNREADABLE_SNAPSHOTS, "snapshots", 0),
                Limit.failed(Rule.UNKNOWN_SYMBOLS, "snapshots", 0),
                Limit.degraded(Rule.BOOK_FAULTS, "entries", 0),
                Limit.broken(Rule.IDS_REFUSED, "snapshots", 0, 0),
                Limit.broken(Rule.MODEL_REFUSED, "of snapshots", 0, MAX_CONTRADICTED),
                Limit.broken(Rule.TOO_LITTLE_EVIDENCE, "of sessions x pairs", 0, 0.5),
                Limit.degraded(Rule.PERHAPS_CONFLATED, "of due ticks x sessions", MAX_UNCLEAR / 100),
                new Limit(Rule.MODEL_MISMATCH, "of published", 0.0, 0.01, null),
                new Limit(Rule.ID_PRICE_MISMATCH, "of snapshots", 0.0, 0.01, null),
                new Limit(Rule.SPREADS_CONTRADICTED, "of snapshots", 0.0, 0.01, null));
        return new Limits(
                profile, Stream.concat(limits.stream(), shared.stream()).toList());
    }

    /** Returns the unit of a rule's value in any profile; empty if it has none or is a condition. */
    static String unit(String rule) {
        return rule.equals(Rule.CLOCK_BOUND)
                ? NS
                : Stream.of(DEV, LAB)
                        .flatMap(profile -> of(profile).limit(rule).stream())
                        .map(Limit::unit)
                        .findFirst()
                        .orElse("");
    }

    /** Returns the limit of a rule, if the profile has one. */
    public Optional<Limit> limit(String rule) {
        return limits.stream().filter(limit -> limit.rule().equals(rule)).findFirst();
    }

    /** Formats a value or limit: {@code 63.5 ms}, {@code 38.5 % of p99 response}, {@code 3 sessions}, {@code yes}. */
    public static String text(String rule, double value) {
        String unit = unit(rule);
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (unit.equals(NS)) {
            return DurationText.format(Math.round(value));
        }
        if (unit.startsWith(SHARE)) {
            return IntervalText.share(value) + " " + unit;
        }
        if (unit.isEmpty() && (value == 0 || value == 1)) {
            return value == 0 ? "no" : "yes";
        }
        String number = value == Math.rint(value) ? Figures.count(Math.round(value)) : Figures.number(value);
        return (number + " " + (value == 1 ? singular(unit) : unit)).trim();
    }

    private static String singular(String unit) {
        return Arrays.stream(unit.split(" "))
                .map(word -> word.endsWith(PLURAL_OF_SS)
                        ? word.substring(0, word.length() - 2)
                        : word.endsWith(PLURAL) ? word.substring(0, word.length() - 1) : word)
                .collect(Collectors.joining(" "));
    }
}
