package org.ticktoquote.analysis.report;

import java.util.Arrays;

/**
 * The latencies of docs/measures.md as the page names them.
 *
 * <p>A latency keeps colour and marker in every chart of every report: its style.
 */
enum LatencyTerm {
    RESPONSE(0, "responseNs", "response", "intended to the first snapshot at least as new", true),
    SERVICE(1, "serviceNs", "service", "sent to the first snapshot at least as new", true),
    QUOTE_AGE(2, "quoteAgeNs", "quote age", "sent to received, of the tick that a snapshot reflects", true),
    FIRST_CLIENT(3, "firstClientNs", "first client", "response at the first of the sessions", true),
    MEDIAN_CLIENT(4, "medianClientNs", "median client", "response at the median of the sessions", true),
    LAST_CLIENT(5, "lastClientNs", "last client", "response at the last of the sessions", true),
    REPLAY_LAG(6, "replayLagNs", "replay lag", "intended to sent", true),
    FAN_OUT_SKEW(7, "fanOutSkewNs", "fan-out skew", "first client to last client", false),
    RESPONSE_PUBLISHED(
            8, "responsePublishedNs", "response (published)", "response of directly published ticks only", false),
    STALENESS(9, "stalenessNs", "staleness", "age of prices, weighted with time", true),
    OTHER(10, "", "", "", true);

    private final int style;
    private final String field;
    private final String title;
    private final String meaning;
    private final boolean visible;

    LatencyTerm(int style, String field, String title, String meaning, boolean visible) {
        this.style = style;
        this.field = field;
        this.title = title;
        this.meaning = meaning;
        this.visible = visible;
    }

    /** By its name in {@code summary.json}. */
    static LatencyTerm of(String field) {
        return Arrays.stream(values())
                .filter(term -> term.field.equals(field))
                .findFirst()
                .orElse(OTHER);
    }

    /** The name on the page; a latency that the page does not know keeps its own. */
    String title(String field) {
        return this == OTHER ? field : title;
    }

    /** Of the style sheet's series colours and the script's markers, from 0. */
    int style() {
        return style;
    }

    String meaning() {
        return meaning;
    }

    /** Whether a chart shows it at first. */
    boolean visible() {
        return visible;
    }
}
