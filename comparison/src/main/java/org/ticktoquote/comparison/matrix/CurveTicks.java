package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Exceedance;
import org.ticktoquote.analysis.statistics.LateBlocks;
import org.ticktoquote.analysis.statistics.ValueCounts;

/**
 * Converts the curve of a latency that has no value per tick to statistics with one value per tick. Values are distributed
 * as in the curve. The late ticks beyond a supported point form clusters of equal size, one per independent tick; those
 * beyond an unsupported point form one cluster. Over time, the ticks are spread like those of the last client.
 */
final class CurveTicks {
    private static final double PER_CENT = 100;
    private static final double MEDIAN = 50;

    private final long ticks;
    private final boolean least;
    private final LateBlocks blocks;
    private final List<Long> values = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private final List<Exceedance> levels = new ArrayList<>();
    private long counted;

    private CurveTicks(long ticks, boolean least, List<LateBlocks.Length> lengths) {
        this.ticks = ticks;
        this.least = least;
        this.blocks = new LateBlocks(List.of(), lengths);
    }

    /**
     * Converts a curve.
     *
     * @param ticks number of ticks with a value
     * @param least whether ticks between two points get the lower value, otherwise the upper one
     * @param lengths blocks of time with ticks; can be empty
     */
    static ClientStatistics of(Curve curve, long ticks, boolean least, List<LateBlocks.Length> lengths) {
        CurveTicks all = new CurveTicks(ticks, least, lengths);
        long previousNs = curve.points().isEmpty() ? 0 : curve.points().get(0).valueNs();
        for (CurvePoint point : curve.points()) {
            if (!point.refused()) {
                all.upTo(point, previousNs);
                previousNs = point.valueNs();
            }
        }
        return all.statistics();
    }

    private void upTo(CurvePoint point, long previousNs) {
        long below = Math.round(point.percentile() / PER_CENT * ticks);
        long late = ticks - below;
        if (below > counted) {
            count(least ? previousNs : point.valueNs(), below - counted);
        }
        counted = Math.max(counted, below);
        if (point.percentile() >= MEDIAN && late > 0) {
            long independent = point.supported() ? point.independent() : 1;
            long squares = Math.round((double) late * late / independent);
            levels.add(new Exceedance(point.valueNs(), late, independent, squares, late, 0, 0));
        }
    }

    private void count(long valueNs, long more) {
        int last = values.size() - 1;
        if (last >= 0 && values.get(last) == valueNs) {
            counts.set(last, counts.get(last) + more);
        } else {
            values.add(valueNs);
            counts.add(more);
        }
    }

    private ClientStatistics statistics() {
        long lost = ticks - counted;
        return new ClientStatistics(
                ticks, lost, lost, null, null, null, null, levels, List.of(), new ValueCounts(values, counts), blocks);
    }
}
