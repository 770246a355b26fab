package org.ticktoquote.report;

/**
 * A run over its time.
 *
 * @param json of its slices
 * @param stalls of the harness, as JSON
 * @param announcement in seconds of the run's time; empty where there was none
 */
public record TimeLineChart(String json, String stalls, String announcement) implements Block {
    @Override
    public String script() {
        return "time-line";
    }
}
