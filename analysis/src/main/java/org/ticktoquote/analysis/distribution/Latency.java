package org.ticktoquote.analysis.distribution;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;

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
            5,
            true),
    RESPONSE(
            "responseNs",
            "response",
            "response: intended -> first snapshot at least as new, every due tick x session",
            "intended to the first snapshot at least as new",
            0,
            true),
    RESPONSE_PUBLISHED(
            "responsePublishedNs",
            "response-published",
            "response (published): directly published ticks only",
            "response of directly published ticks only",
            8,
            false),
    FIRST_CLIENT(
            "firstClientNs",
            "first-client",
            "first client: response at the first of the sessions, every due tick",
            "response at the first of the sessions",
            3,
            false),
    MEDIAN_CLIENT(
            "medianClientNs",
            "median-client",
            "median client: response at the median session, every due tick",
            "response at the median of the sessions",
            4,
            false),
    FAN_OUT_SKEW(
            "fanOutSkewNs",
            "fan-out-skew",
            "fan-out skew: last client less first client, every due tick",
            "first client to last client",
            7,
            false),
    SERVICE(
            "serviceNs",
            "service",
            "service: sent -> first snapshot at least as new, every due tick x session",
            "sent to the first snapshot at least as new",
            1,
            false),
    QUOTE_AGE(
            "quoteAgeNs",
            "quote-age",
            "quote age: sent of the tick it reflects -> received, every matched snapshot",
            "sent to received, of the tick that a snapshot reflects",
            2,
            false),
    REPLAY_LAG("replayLagNs", "replay-lag", "replay lag: intended -> sent, every tick", "intended to sent", 6, true);

    /** Latencies available for comparisons and for the limits of a matrix, the headline first. */
    public static final List<Latency> COMPARED =
            List.of(LAST_CLIENT, RESPONSE, FIRST_CLIENT, MEDIAN_CLIENT, SERVICE, QUOTE_AGE);
    /** Names of the compared latencies in {@code summary.json}, the headline first. */
    public static final List<String> COMPARED_FIELDS =
            COMPARED.stream().map(Latency::field).toList();

    private final String field;
    private final String file;
    private final String label;
    private final String meaning;
    private final int style;
    private final boolean visible;

    /**
     * @param style index of the style sheet's series colours and the script's markers, from 0
     * @param visible whether a chart shows it initially
     */
    Latency(String field, String file, String label, String meaning, int style, boolean visible) {
        this.field = field;
        this.file = file;
        this.label = label;
        this.meaning = meaning;
        this.style = style;
        this.visible = visible;
    }

    /** Returns the statistics of the response at one client of each tick; empty for other latencies. */
    public Optional<ClientStatistics> of(Attributed statistics) {
        return switch (this) {
            case FIRST_CLIENT -> Optional.of(statistics.firstClient());
            case MEDIAN_CLIENT -> Optional.of(statistics.medianClient());
            case LAST_CLIENT -> Optional.of(statistics.lastClient());
            default -> Optional.empty();
        };
    }

    /** Returns whether it needs a schedule, which a run from a capture lacks. */
    public boolean needsSchedule() {
        return this == RESPONSE || this == RESPONSE_PUBLISHED || this == REPLAY_LAG;
    }

    /** Returns the name in {@code summary.json}. */
    public String field() {
        return field;
    }

    /** Returns the name in the run directory, without {@code .hlog} or {@code .hgrm}, and in a matrix file. */
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

    /** Returns the style in the charts of every report: an index of colours and markers, from 0. */
    public int style() {
        return style;
    }

    /** Returns whether a chart shows it initially. */
    public boolean visible() {
        return visible;
    }
}
