package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Order of a gate's runs: ABBA BAAB ABBA ..., so that drift affects both sides alike. The first side is random. */
public final class GateOrder {
    private GateOrder() {}

    /** Returns the side of each run; true is the candidate. */
    public static List<Boolean> of(int runsASide, long seed) {
        boolean first = new SplittableRandom(seed).nextBoolean();
        List<Boolean> order = new ArrayList<>();
        for (int pair = 0; pair < runsASide; pair++) {
            // pairs AB, BA, BA, AB, and so on
            boolean begins = first ^ (pair % 4 == 1 || pair % 4 == 2);
            order.add(begins);
            order.add(!begins);
        }
        return order;
    }
}
