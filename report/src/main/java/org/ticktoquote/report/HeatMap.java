package org.ticktoquote.report;

import java.util.List;

/**
 * Latency over time as a heat map, the tick rate above it and the episodes by cause below.
 *
 * @param keys of the causes of the episodes that are shown
 * @param shown number of episodes shown
 * @param json data of the heat map, for the page's script
 */
public record HeatMap(List<Block.Key> keys, int shown, String json) implements Block {
    @Override
    public String script() {
        return "heat-map";
    }
}
