package org.ticktoquote.fix.tap;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Messages other than a snapshot (35=W) that bring or withdraw prices; QuickFIX/J does not see them. */
enum PriceMessage {
    INCREMENTAL(0, SnapshotRecord.BY_INCREMENT),
    QUOTE(1, SnapshotRecord.BY_QUOTE),
    MASS_QUOTE(2, SnapshotRecord.BY_MASS_QUOTE),
    QUOTE_CANCEL(3, SnapshotRecord.BY_CANCEL);

    private final int place;
    private final int by;

    PriceMessage(int place, int by) {
        this.place = place;
        this.by = by;
    }

    /** What a message type stands for; null when it is none of these. Allocates nothing. */
    static @Nullable PriceMessage of(char type) {
        return switch (type) {
            case 'X' -> INCREMENTAL;
            case 'S' -> QUOTE;
            case 'i' -> MASS_QUOTE;
            case 'Z' -> QUOTE_CANCEL;
            default -> null;
        };
    }

    /** From 0, among all of them. */
    int place() {
        return place;
    }

    /** What its records say of where their price is from. */
    int by() {
        return by;
    }
}
