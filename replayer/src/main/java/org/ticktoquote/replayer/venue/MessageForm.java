package org.ticktoquote.replayer.venue;

/**
 * What the messages of a venue look like.
 *
 * @param increments whether a tick is an incremental refresh (35=X) behind the first snapshot; else a snapshot (35=W)
 * @param idTag tag of an entry that carries the tick's id; 0 for none
 * @param entryKeys what MDEntryID (278) of increments is
 * @param sizes whether entries have a size
 * @param sendingTime what SendingTime (52) is
 * @param entryTime what MDEntryDate and MDEntryTime (272, 273) are
 */
record MessageForm(
        boolean increments, int idTag, EntryKeys entryKeys, boolean sizes, Moment sendingTime, Moment entryTime) {
    /** QuoteEntryID: the one tag for an id that entries of all versions have. */
    static final int QUOTE_ENTRY_ID = 299;

    static final int ENTRY_ID = 278;

    /** Snapshots that every FIX engine takes with its own dictionary. */
    static final MessageForm PLAIN =
            new MessageForm(false, QUOTE_ENTRY_ID, EntryKeys.STEADY, true, Moment.SENT, Moment.NONE);

    /** The life of an entry of increments. */
    enum EntryKeys {
        /** An entry stays and is changed (279=1). */
        STEADY,
        /** Each price is a new entry, the one before is deleted (279=2). */
        NEW
    }

    /** Which time a field says. */
    enum Moment {
        NONE,
        /** When the message leaves. */
        SENT,
        /** The venue's time in the recording. */
        VENUE
    }
}
