package org.ticktoquote.analysis.validity;

import java.util.Set;

/** Stable names of the rules; docs/measures.md explains each. */
public final class Rule {
    public static final String RUN_INCOMPLETE = "run-incomplete";
    public static final String RUN_INTERRUPTED = "run-interrupted";
    public static final String HARNESS_PROCESS_ENDED = "harness-process-ended";
    public static final String APPLICATION_ENDED = "application-ended";
    public static final String JOURNALS_NOT_WHOLE = "journals-not-whole";
    public static final String FOREIGN_FILES = "foreign-files";
    public static final String REPLAY_UNFINISHED = "replay-unfinished";
    public static final String SEND_ERRORS = "send-errors";
    public static final String TICK_COUNT = "tick-count";
    public static final String TICKS_DIFFER = "ticks-differ";
    public static final String SCHEDULE_DIFFERS = "schedule-differs";
    public static final String REPLAY_LAG_SHARE = "replay-lag-share";
    public static final String REPLAY_LAG_MAX = "replay-lag-max";
    public static final String NEGATIVE_VALUES = "negative-values";
    public static final String CLOCK_STEP = "clock-step";
    public static final String CLOCK_BOUND = "clock-bound";
    public static final String CLOCK_BOUND_SHARE = "clock-bound-share";
    public static final String WARM_UP_UNSTEADY = "warm-up-unsteady";
    public static final String BOOK_OVERFLOWS = "book-overflows";
    public static final String DRAIN_TOO_SHORT = "drain-too-short";
    public static final String BOOK_FAULTS = "book-faults";
    public static final String STEAL = "steal";
    public static final String UDP_DROPS = "udp-drops";
    public static final String FEED_DESERTED = "feed-deserted";
    public static final String FEED_UNSUBSCRIBED = "feed-unsubscribed";
    public static final String FEED_BLOCKED = "feed-blocked";
    public static final String FEED_UNREAD = "feed-unread";
    public static final String FEED_FLOOD = "feed-flood";
    public static final String SESSION_DROPS = "session-drops";
    public static final String SESSIONS_ENDED = "sessions-ended";
    public static final String SEQUENCE_GAPS = "sequence-gaps";
    public static final String SEQUENCE_RESETS = "sequence-resets";
    public static final String MESSAGE_FLOOD = "message-flood";
    public static final String SUBSCRIPTIONS_REJECTED = "subscriptions-rejected";
    public static final String MESSAGES_REJECTED = "messages-rejected";
    public static final String SUBSCRIPTIONS_UNANSWERED = "subscriptions-unanswered";
    public static final String LOST = "lost";
    public static final String SKIPPED = "skipped";
    public static final String UNEXPLAINED = "unexplained";
    public static final String REGRESSED = "regressed";
    public static final String UNREADABLE_SNAPSHOTS = "unreadable-snapshots";
    public static final String UNKNOWN_SYMBOLS = "unknown-symbols";
    public static final String MODEL_REFUSED = "model-refused";
    public static final String IDS_REFUSED = "ids-refused";
    public static final String ID_PRICE_MISMATCH = "id-price-mismatch";
    public static final String SPREADS_CONTRADICTED = "spreads-contradicted";
    public static final String TOO_LITTLE_EVIDENCE = "too-little-evidence";
    public static final String SELF_AUDIT_INCOMPLETE = "self-audit-incomplete";
    public static final String REPLAYER_STALL = "replayer-stall";
    public static final String CLIENTS_STALL = "clients-stall";
    public static final String HARNESS_STALL = "harness-stall";
    public static final String GC_PAUSE = "gc-pause";
    public static final String CLIENTS_BEHIND = "clients-behind";
    public static final String HARNESS_STARVED = "harness-starved";
    public static final String HARNESS_STARVED_BURST = "harness-starved-burst";
    public static final String APPLICATION_HAD_PROCESSORS = "application-had-processors";
    public static final String BUSY_WHILE_IDLE = "busy-while-idle";
    public static final String THROTTLING = "throttling";
    public static final String TIME_NAMESPACE = "time-namespace";
    public static final String CLOCK_SOURCE = "clock-source";
    public static final String CLOCK_SOURCE_CHANGED = "clock-source-changed";
    public static final String TCP_RETRANSMITS = "tcp-retransmits";
    public static final String ZERO_WINDOW = "zero-window";
    public static final String UDP_RECEIVE_ERRORS = "udp-receive-errors";
    public static final String THREADS_UNMANAGED = "threads-unmanaged";
    public static final String CAPTURE_HOLES = "capture-holes";
    public static final String CAPTURE_TICKS_MISSING = "capture-ticks-missing";
    public static final String CAPTURE_PRICES_UNKNOWN = "capture-prices-unknown";
    public static final String CAPTURE_DROPS = "capture-drops";
    public static final String CAPTURE_INCOMPLETE = "capture-incomplete";
    public static final String CAPTURE_ORDER = "capture-order";
    public static final String STAMP_STEP = "stamp-step";
    public static final String PERHAPS_CONFLATED = "perhaps-conflated";
    public static final String MODEL_MISMATCH = "model-mismatch";

    private static final Set<String> OF_DECLARATION = Set.of(MODEL_MISMATCH, ID_PRICE_MISMATCH, SPREADS_CONTRADICTED);

    private Rule() {}

    /**
     * Returns whether a rule shows that either the application or its declaration is wrong, so that it is unknown which
     * ticks call for a quote.
     */
    public static boolean ofDeclaration(String rule) {
        return OF_DECLARATION.contains(rule);
    }
}
