package org.ticktoquote.clients.tap;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Messages that bring prices in a form that is not read: each is counted and named, and QuickFIX/J does not see it. */
enum Unsupported {
    INCREMENTAL(0, 'X', SnapshotRecord.INCREMENTAL, "incremental refreshes"),
    QUOTE(1, 'S', SnapshotRecord.QUOTE, "quotes"),
    MASS_QUOTE(2, 'i', SnapshotRecord.MASS_QUOTE, "mass quotes"),
    QUOTE_CANCEL(3, 'Z', SnapshotRecord.QUOTE_CANCEL, "quote cancels");

    private final int place;
    private final char type;
    private final int kind;
    private final String words;

    Unsupported(int place, char type, int kind, String words) {
        this.place = place;
        this.type = type;
        this.kind = kind;
        this.words = words;
    }

    /** What a message type stands for; null when it is none of these. Allocates nothing. */
    static @Nullable Unsupported of(char type) {
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

    /** The kind of its record. */
    int kind() {
        return kind;
    }

    /** For people: what arrives, and what to do about it. */
    String advice() {
        return words + " (35=" + type
                + ") arrive, which are counted and not read: the subscription asks for full snapshots"
                + " (265=0), so let the application answer it with 35=W";
    }
}
