package org.ticktoquote.report;

import java.util.List;

/**
 * Heat map of latency over time, with the tick rate above it and episodes by cause below.
 *
 * @param keys colour keys of the causes of the shown episodes
 * @param shown number of episodes shown
 * @param json data of the heat map, for the page's script
 */
public record HeatMap(List<Block.Key> keys, int shown, String json) implements Block {
    @Override
    public String script() {
        return "heat-map";
    }
}
