package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.collections.LongArrayList;

/**
 * Successive blocks of warm-up answers, and the criteria that the last blocks violate.
 *
 * <p>A block has a median, a tail (p90) and a backlog. The backlog is the number of ticks sent after the newest
 * answered tick, at the time of the block's last answer. A backlog counts if it is at least a block's size and the
 * median exceeds twice the fastest answer. A slow application without a queue also has many ticks in
 * flight, but its fastest answer is slow too. Not thread-safe.
 */
final class WarmUpBlocks {
    /** Tails can differ by this multiple of the tolerance of medians. */
    private static final int TAIL_FACTOR = 2;
    /** An answer slower than this multiple of the fastest one waited in a queue. */
    private static final int QUEUED_FACTOR = 2;

    private static final double TAIL = 0.9;

    private final RunPlan.WarmUp plan;
    private final LongArrayList medians = new LongArrayList();
    private final LongArrayList tails = new LongArrayList();
    private final LongArrayList backlogs = new LongArrayList();
    private final long[] block;
    private int size;

    WarmUpBlocks(RunPlan.WarmUp plan) {
        this.plan = plan;
        this.block = new long[plan.blockTicks()];
    }

    /** Adds an answer; returns whether it completed its block, whose backlog must be reported next. */
    boolean answered(long responseNs) {
        block[size++] = responseNs;
        if (size < block.length) {
            return false;
        }
        Arrays.sort(block);
        medians.addLong(block[size / 2]);
        tails.addLong(block[Math.min(size - 1, (int) (TAIL * size))]);
        size = 0;
        return true;
    }

    /** Sets the backlog of the block just completed. */
    void backlog(long ticks) {
        backlogs.addLong(ticks);
    }

    /** Returns the criteria that the last blocks violate; empty if they are steady. */
    List<Criterion> unsteady(long fastestNs) {
        if (medians.size() < plan.blocks()) {
            return List.of(Criterion.BLOCKS);
        }
        List<Criterion> unsteady = new ArrayList<>();
        if (!agree(medians(), plan.tolerance())) {
            unsteady.add(Criterion.MEDIAN);
        }
        if (!agree(tails(), TAIL_FACTOR * plan.tolerance())) {
            unsteady.add(Criterion.TAIL);
        }
        if (behind(fastestNs)) {
            unsteady.add(Criterion.BACKLOG);
        }
        return unsteady;
    }

    private static boolean agree(List<Long> figures, double tolerance) {
        long smallest = figures.stream().mapToLong(Long::longValue).min().orElseThrow();
        long largest = figures.stream().mapToLong(Long::longValue).max().orElseThrow();
        return largest <= smallest * (1 + tolerance);
    }

    private boolean behind(long fastestNs) {
        List<Long> last = backlogs();
        for (int i = 0; i < last.size(); i++) {
            if (last.get(i) >= plan.blockTicks() && queued(medians().get(i), fastestNs)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an answer waited in a queue, compared with the fastest one. */
    static boolean queued(long responseNs, long fastestNs) {
        return responseNs > QUEUED_FACTOR * fastestNs;
    }

    /** Medians of the last blocks, oldest first, in nanoseconds. */
    List<Long> medians() {
        return last(medians);
    }

    /** Tails of the last blocks, oldest first, in nanoseconds. */
    List<Long> tails() {
        return last(tails);
    }

    /** Backlogs at the ends of the last blocks, oldest first, in ticks. */
    List<Long> backlogs() {
        return last(backlogs);
    }

    private List<Long> last(LongArrayList figures) {
        List<Long> last = new ArrayList<>();
        for (int i = Math.max(0, figures.size() - plan.blocks()); i < figures.size(); i++) {
            last.add(figures.getLong(i));
        }
        return last;
    }

    /** Criteria of a steady warm-up. */
    enum Criterion {
        /** Too few answers to compare. */
        BLOCKS,
        /** Medians of the last blocks differ. */
        MEDIAN,
        /** Tails (p90) of the last blocks differ. */
        TAIL,
        /** A backlog is at least a block's size, and its answers waited in a queue. */
        BACKLOG;

        /** Name in the manifest. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
