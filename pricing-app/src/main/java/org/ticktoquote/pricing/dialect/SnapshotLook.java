package org.ticktoquote.pricing.dialect;

/**
 * What a dialect's snapshots (35=W) look like.
 *
 * @param body fields behind the pair's name, each with its separator
 * @param entry fields at the end of every entry; {@code {base}} stands for the base currency
 * @param idInEveryEntry whether 299, where it carries the tick's id, stands in every entry and not in the first alone
 * @param timed whether the first entry has date and time (272, 273)
 * @param sized whether entries have sizes (271)
 * @param keyed whether 278 is an entry's key
 * @param levels of each side, where all were asked for
 */
record SnapshotLook(
        Naming naming,
        String body,
        String entry,
        boolean idInEveryEntry,
        boolean timed,
        boolean sized,
        boolean keyed,
        int levels) {
    /** Pair by 55, best bid and best ask with their sizes, whatever depth was asked for. */
    static final SnapshotLook PLAIN = new SnapshotLook(Naming.SYMBOL, "", "", false, false, true, false, 1);

    SnapshotLook named(Naming by) {
        return new SnapshotLook(by, body, entry, idInEveryEntry, timed, sized, keyed, levels);
    }

    SnapshotLook withBody(String fields) {
        return new SnapshotLook(naming, fields, entry, idInEveryEntry, timed, sized, keyed, levels);
    }

    /** With further fields and 299 in every entry. */
    SnapshotLook withEntry(String fields) {
        return new SnapshotLook(naming, body, fields, true, timed, sized, keyed, levels);
    }

    SnapshotLook withTime() {
        return new SnapshotLook(naming, body, entry, idInEveryEntry, true, sized, keyed, levels);
    }

    SnapshotLook withoutSizes() {
        return new SnapshotLook(naming, body, entry, idInEveryEntry, timed, false, keyed, levels);
    }

    SnapshotLook withKeys() {
        return new SnapshotLook(naming, body, entry, idInEveryEntry, timed, sized, true, levels);
    }

    SnapshotLook withLevels(int count) {
        return new SnapshotLook(naming, body, entry, idInEveryEntry, timed, sized, keyed, count);
    }
}
