package org.ticktoquote.replayer.venue;

/**
 * What the messages of a venue look like.
 *
 * @param ticks which messages they are
 * @param entries what they hold
 * @param times which times they say
 * @param fields further ones of every message, {@code |} behind each; may be empty
 */
record MessageForm(Ticks ticks, Entries entries, Times times, String fields) {
    /** QuoteEntryID: the one tag for an id that entries of all versions have. */
    static final int QUOTE_ENTRY_ID = 299;

    static final int ENTRY_ID = 278;
    static final int ALL_LEVELS = Integer.MAX_VALUE;

    /** Snapshots that every FIX engine takes with its own dictionary. */
    static final MessageForm PLAIN = new MessageForm(
            new Ticks(false, false, true),
            new Entries(ALL_LEVELS, Sizes.ALL, EntryKeys.LEVEL, QUOTE_ENTRY_ID),
            new Times(Moment.SENT, Moment.NONE, false),
            "");

    /**
     * Which message a tick is.
     *
     * @param increments an incremental refresh (35=X) behind the first snapshot; else a snapshot (35=W)
     * @param topIncrements the same, where only the best level was asked for
     * @param bothSides whether a snapshot repeats a side that the tick does not carry
     */
    record Ticks(boolean increments, boolean topIncrements, boolean bothSides) {
        boolean increments(boolean topOnly) {
            return topOnly ? topIncrements : increments;
        }
    }

    /**
     * What an entry is.
     *
     * @param levels most levels of a side
     * @param keys what MDEntryID (278) of increments is
     * @param idTag tag that carries the tick's id; 0 for none
     */
    record Entries(int levels, Sizes sizes, EntryKeys keys, int idTag) {
        boolean namesTicks() {
            return idTag != 0;
        }
    }

    /**
     * Which times a message says.
     *
     * @param sendingTime what SendingTime (52) is
     * @param entryTime what MDEntryDate and MDEntryTime (272, 273) are
     * @param firstEntryOnly whether only the first entry has them
     */
    record Times(Moment sendingTime, Moment entryTime, boolean firstEntryOnly) {}

    /** Which entries have a size. */
    enum Sizes {
        ALL,
        /** Those of requests for more than the best level. */
        BOOK,
        NONE
    }

    /** The life of an entry of increments. */
    enum EntryKeys {
        /** There is one for each level, and it is changed (279=1). */
        LEVEL,
        /** There is one for each price; the one before is deleted (279=2). */
        PRICE,
        /** The same, and none has an MDEntryID: it is known by its side and price. */
        NONE
    }

    /** Which time a field says. */
    enum Moment {
        NONE,
        /** When the message leaves. */
        SENT,
        /** When the schedule wants the tick to leave. */
        INTENDED,
        /** The venue's time in the recording. */
        RECORDED
    }
}
