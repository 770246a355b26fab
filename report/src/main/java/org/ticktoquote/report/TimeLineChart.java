package org.ticktoquote.report;

/**
 * Chart of a run over time.
 *
 * @param json data of the time slices
 * @param stalls harness stalls as JSON
 * @param announcement seconds from the start of the run to the announcement. Empty if the run has no announcement
 */
public record TimeLineChart(String json, String stalls, String announcement) implements Block {
    @Override
    public String script() {
        return "time-line";
    }
}
