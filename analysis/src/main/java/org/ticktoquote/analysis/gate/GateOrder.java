package org.ticktoquote.analysis.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The order of the runs of a gate: ABBA BAAB ABBA ..., so that what drifts meets both sides alike; the first letter is drawn. */
public final class GateOrder {
    private GateOrder() {}

    /** Which side each run is of, so many a side; true is the candidate. */
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
