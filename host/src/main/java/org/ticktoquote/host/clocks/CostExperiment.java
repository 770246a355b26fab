package org.ticktoquote.host.clocks;

/**
 * Cost and jitter of reading the time: blocks of calls timed as one with {@code System.nanoTime}.
 *
 * <p>The cold blocks run interpreted, then blocks run untimed until the compilers are done, then come the blocks that count. A
 * block is longer than its calls by one reading of {@code System.nanoTime}, a hundredth of a call's worth for each call of the
 * default block.
 */
final class CostExperiment {
    private final CostPlan plan;

    /** Everything that was ever read, so that no reading can be left out. */
    @SuppressWarnings("unused")
    private volatile long sink;

    CostExperiment(CostPlan plan) {
        this.plan = plan;
    }

    /** Measures one clock on the calling thread. */
    CostFigures measure(ReadLoop loop) {
        double coldNs = averageOf(timed(loop, Math.max(1, plan.dropped())));
        warmUp(loop);
        long[] blockNs = timed(loop, plan.blocks());
        double[] perCallNs = new double[plan.blocks() - plan.dropped()];
        for (int i = 0; i < perCallNs.length; i++) {
            perCallNs[i] = (double) blockNs[plan.dropped() + i] / plan.calls();
        }
        return CostFigures.of(perCallNs, coldNs);
    }

    private double averageOf(long[] blockNs) {
        double sum = 0;
        for (long ns : blockNs) {
            sum += ns;
        }
        return sum / blockNs.length / plan.calls();
    }

    private long[] timed(ReadLoop loop, int blocks) {
        long[] blockNs = new long[blocks];
        long sum = 0;
        for (int i = 0; i < blocks; i++) {
            long before = System.nanoTime();
            sum += loop.block(plan.calls());
            blockNs[i] = System.nanoTime() - before;
        }
        sink = sum;
        return blockNs;
    }

    private void warmUp(ReadLoop loop) {
        long end = System.nanoTime() + plan.warmUpNs();
        long sum = 0;
        while (System.nanoTime() - end < 0) {
            sum += loop.block(plan.calls());
        }
        sink = sum;
    }
}
