package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.collections.LongArrayList;

/**
 * Successive blocks of answers of the warm-up, and what keeps the last of them from being steady.
 *
 * <p>A block has a median, a tail (p90) and a backlog: the ticks that had been sent when its last answer came, and were newer
 * than any answered one. A backlog counts when it is a block's size or more and answers take much longer than the fastest
 * one: an application that always answers late has many ticks under way, but none of its answers is fast. Not thread-safe.
 */
final class WarmUpBlocks {
    /** How much wider than medians tails may differ. */
    private static final int TAIL_FACTOR = 2;
    /** A median of so many times the fastest answer is a wait in a queue. */
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

    /** Whether the answer completed its block, whose backlog is then to be reported. */
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

    /** Of the block just completed. */
    void backlog(long ticks) {
        backlogs.addLong(ticks);
    }

    /** What is not steady in the last blocks, of all that they show; empty when they are steady. */
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

    /** Whether so long an answer is one that waited, where the fastest one took so much. */
    static boolean queued(long responseNs, long fastestNs) {
        return responseNs > QUEUED_FACTOR * fastestNs;
    }

    /** Of the last blocks, oldest first, in nanoseconds. */
    List<Long> medians() {
        return last(medians);
    }

    /** Of the last blocks, oldest first, in nanoseconds. */
    List<Long> tails() {
        return last(tails);
    }

    /** At the ends of the last blocks, oldest first, in ticks. */
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

    /** What can be unsteady at the end of a warm-up. */
    enum Criterion {
        /** There were too few answers to compare. */
        BLOCKS,
        /** The medians of the last blocks differ. */
        MEDIAN,
        /** Their p90 differ. */
        TAIL,
        /** Answers lag behind by more ticks than a block has. */
        BACKLOG;

        /** As the manifest names it. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
