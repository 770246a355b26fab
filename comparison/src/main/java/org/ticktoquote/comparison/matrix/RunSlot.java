package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Slot of a matrix for one run.
 *
 * @param caseName name of the case
 * @param repeat number of the repeat, from 1
 */
public record RunSlot(String caseName, int repeat) {
    /**
     * Returns the order of the runs of a matrix: shuffled rounds of all cases, so that changes of the host over time affect all
     * cases alike. No case follows itself unless it is the only one. The same cases, repeats and seed give the same order on
     * every Java version.
     */
    public static List<RunSlot> order(List<String> cases, int repeats, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RunSlot> order = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            List<String> round = new ArrayList<>(cases);
            shuffle(round, random);
            if (!order.isEmpty()
                    && round.get(0).equals(order.get(order.size() - 1).caseName())) {
                Collections.swap(round, 0, round.size() - 1);
            }
            for (String each : round) {
                order.add(new RunSlot(each, repeat));
            }
        }
        return List.copyOf(order);
    }

    /** Fisher-Yates shuffle. java.util.Random would draw the same first index for all small seeds. */
    private static void shuffle(List<String> round, SplittableRandom random) {
        for (int i = round.size() - 1; i > 0; i--) {
            Collections.swap(round, i, random.nextInt(i + 1));
        }
    }

    @Override
    public String toString() {
        return caseName + " run " + repeat;
    }
}
