package org.ticktoquote.analysis.distribution;

/** The latencies of a run, in the order in which every output lists them. */
public enum Latency {
    RESPONSE(
            "responseNs", "response", "response: intended -> first snapshot at least as new, every due tick x session"),
    RESPONSE_PUBLISHED(
            "responsePublishedNs", "response-published", "response (published): directly published ticks only"),
    SERVICE("serviceNs", "service", "service: sent -> first snapshot at least as new, every due tick x session"),
    QUOTE_AGE("quoteAgeNs", "quote-age", "quote age: sent of the tick it reflects -> received, every matched snapshot"),
    FIRST_CLIENT(
            "firstClientNs", "first-client", "first client: response at the first of the sessions, every due tick"),
    MEDIAN_CLIENT("medianClientNs", "median-client", "median client: response at the median session, every due tick"),
    LAST_CLIENT("lastClientNs", "last-client", "last client: response at the last of the sessions, every due tick"),
    FAN_OUT_SKEW("fanOutSkewNs", "fan-out-skew", "fan-out skew: last client less first client, every due tick"),
    REPLAY_LAG("replayLagNs", "replay-lag", "replay lag: intended -> sent, every tick");

    private final String field;
    private final String file;
    private final String label;

    Latency(String field, String file, String label) {
        this.field = field;
        this.file = file;
        this.label = label;
    }

    /** Its name in {@code summary.json}. */
    public String field() {
        return field;
    }

    /** Its name in the run directory, without {@code .hlog} and {@code .hgrm}. */
    public String file() {
        return file;
    }

    /** What it is of, from where to where. */
    public String label() {
        return label;
    }
}
