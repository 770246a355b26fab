package org.ticktoquote.analysis.distribution;

/**
 * Latencies of a run in output order, the headline first. Files, summary, tables and charts are derived from this table;
 * {@code TickValues} defines the value of a tick.
 */
public enum Latency {
    LAST_CLIENT(
            "lastClientNs",
            "last-client",
            "last client: response at the last of the sessions, every due tick",
            "response at the last of the sessions",
            Series.shown(5)),
    RESPONSE(
            "responseNs",
            "response",
            "response: intended -> first snapshot at least as new, every due tick x session",
            "intended to the first snapshot at least as new",
            Series.shown(0)),
    RESPONSE_PUBLISHED(
            "responsePublishedNs",
            "response-published",
            "response (published): directly published ticks only",
            "response of directly published ticks only",
            Series.hidden(8)),
    FIRST_CLIENT(
            "firstClientNs",
            "first-client",
            "first client: response at the first of the sessions, every due tick",
            "response at the first of the sessions",
            Series.hidden(3)),
    MEDIAN_CLIENT(
            "medianClientNs",
            "median-client",
            "median client: response at the median session, every due tick",
            "response at the median of the sessions",
            Series.hidden(4)),
    FAN_OUT_SKEW(
            "fanOutSkewNs",
            "fan-out-skew",
            "fan-out skew: last client less first client, every due tick",
            "first client to last client",
            Series.hidden(7)),
    SERVICE(
            "serviceNs",
            "service",
            "service: sent -> first snapshot at least as new, every due tick x session",
            "sent to the first snapshot at least as new",
            Series.hidden(1)),
    QUOTE_AGE(
            "quoteAgeNs",
            "quote-age",
            "quote age: sent of the tick it reflects -> received, every matched snapshot",
            "sent to received, of the tick that a snapshot reflects",
            Series.hidden(2)),
    REPLAY_LAG(
            "replayLagNs",
            "replay-lag",
            "replay lag: intended -> sent, every tick",
            "intended to sent",
            Series.shown(6));

    private final String field;
    private final String file;
    private final String label;
    private final String meaning;
    private final int style;
    private final boolean visible;

    /**
     * Style of a latency in charts, the same in every report.
     *
     * @param style index of the style sheet's series colours and the script's markers, from 0
     * @param visible whether a chart shows it initially
     */
    public record Series(int style, boolean visible) {
        static Series shown(int style) {
            return new Series(style, true);
        }

        static Series hidden(int style) {
            return new Series(style, false);
        }
    }

    Latency(String field, String file, String label, String meaning, Series series) {
        this.field = field;
        this.file = file;
        this.label = label;
        this.meaning = meaning;
        this.style = series.style();
        this.visible = series.visible();
    }

    /** Returns whether it needs a schedule, which a run from a capture lacks. */
    public boolean needsSchedule() {
        return this == RESPONSE || this == RESPONSE_PUBLISHED || this == REPLAY_LAG;
    }

    /** Returns the name in {@code summary.json}. */
    public String field() {
        return field;
    }

    /** Returns the name in the run directory, without {@code .hlog} or {@code .hgrm}. */
    public String file() {
        return file;
    }

    /** Returns the title with the start and the end of the latency. */
    public String label() {
        return label;
    }

    /** Returns the name for users. */
    public String title() {
        return label.substring(0, label.indexOf(':'));
    }

    /** Returns a description of the start and end of the latency for reports. */
    public String meaning() {
        return meaning;
    }

    public Series series() {
        return new Series(style, visible);
    }
}
