package org.ticktoquote.harness.run;

import java.util.Locale;

/** What can be unsteady at the end of a warm-up. */
enum WarmUpCriterion {
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
