package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Sums of squares and products of a statistic (y) and the host's pulse (x) within blocks of neighbouring runs. Deviations
 * are from the means of blocks and sides (randomised blocks: Fisher 1935).
 *
 * @param degrees degrees of freedom
 */
record BlockSums(double yy, double xy, double xx, int degrees) {
    private static final BlockSums NONE = new BlockSums(0, 0, 0, 0);

    /** Statistic and pulse of a run. */
    private record Point(double y, double x) {}

    /**
     * Computes the sums of alternating runs. Two runs of each side form a block.
     *
     * @param before values of the baseline, one per run
     * @param now values of the candidate, as many as of the baseline
     * @param pulsesBefore pulses of the runs of the baseline
     * @param pulsesNow pulses of the runs of the candidate
     */
    static BlockSums of(List<Double> before, List<Double> now, List<Double> pulsesBefore, List<Double> pulsesNow) {
        int runs = before.size();
        BlockSums sums = NONE;
        for (int first = 0; first < runs; first += 2) {
            List<Point> block = new ArrayList<>();
            for (int i = first; i < Math.min(first + 2, runs); i++) {
                block.add(new Point(before.get(i), pulsesBefore.get(i)));
                block.add(new Point(now.get(i), pulsesNow.get(i)));
            }
            sums = sums.plus(about(block));
        }
        double y = LogDifference.mean(now) - LogDifference.mean(before);
        double x = LogDifference.mean(pulsesNow) - LogDifference.mean(pulsesBefore);
        return new BlockSums(
                Math.max(0, sums.yy - runs * y * y / 2),
                sums.xy - runs * x * y / 2,
                Math.max(0, sums.xx - runs * x * x / 2),
                sums.degrees - 1);
    }

    /**
     * Computes the sums over blocks of two successive runs of a release, which a gate made in the same block of four. Skips
     * runs without the statistic. An unknown pulse counts as 0.
     */
    static BlockSums ofNeighbours(GateStatistic statistic, List<GateRun> runs) {
        Map<String, List<Point>> releases = new LinkedHashMap<>();
        for (GateRun run : runs) {
            OptionalDouble log = run.log(statistic);
            if (log.isPresent()) {
                releases.computeIfAbsent(run.release(), release -> new ArrayList<>())
                        .add(new Point(log.getAsDouble(), Objects.requireNonNullElse(run.pulse(), 0.0)));
            }
        }
        BlockSums sums = NONE;
        for (List<Point> release : releases.values()) {
            for (int first = 0; first + 1 < release.size(); first += 2) {
                sums = sums.plus(about(release.subList(first, first + 2)));
            }
        }
        return sums;
    }

    private static BlockSums about(List<Point> block) {
        double y = block.stream().mapToDouble(Point::y).sum() / block.size();
        double x = block.stream().mapToDouble(Point::x).sum() / block.size();
        BlockSums sums = new BlockSums(0, 0, 0, block.size() - 1);
        for (Point point : block) {
            double dy = point.y - y;
            double dx = point.x - x;
            sums = sums.plus(new BlockSums(dy * dy, dx * dy, dx * dx, 0));
        }
        return sums;
    }

    BlockSums plus(BlockSums other) {
        return new BlockSums(yy + other.yy, xy + other.xy, xx + other.xx, degrees + other.degrees);
    }
}
