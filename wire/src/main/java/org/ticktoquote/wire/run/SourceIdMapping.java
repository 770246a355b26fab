package org.ticktoquote.wire.run;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Replaces the source ids echoed in one session's prices with the tick ids of the run. A source id refers to the newest
 * tick with this id that was on the wire before the price.
 *
 * <p>If the capture lacks the tick but has a later one, or the feed announced its id, the price gets the previous tick of its
 * pair. The price is no older than that tick. Without a previous tick, the first price of the pair gets no id, and later
 * prices, which show nothing newer, are dropped. Ids beyond the last tick are treated the same way unless the session
 * echoed more unknown ids than captured ones before. The capture of the ticks then ended before the capture of the
 * prices.
 *
 * <p>Remembers the last {@value #REMEMBERED} ticks, up to {@value #AHEAD} of them later than the price. One thread.
 */
final class SourceIdMapping {
    private static final int REMEMBERED = 1 << 20;
    private static final int AHEAD = 1 << 16;
    /** Marks an id that no tick has. */
    private static final long UNKNOWN = -1;

    /** An overtaken tick arrives within this time. A later tick with a lower id belongs to another run. */
    private static final long SOON_NS = 1_000_000_000;

    private static final int ECHO = 8;

    private final JournalReader sent;
    private final JournalReader names;
    private final TickRecord tick;
    private final Long2LongHashMap past = new Long2LongHashMap(UNKNOWN);
    private final Long2LongHashMap ahead = new Long2LongHashMap(UNKNOWN);
    private final long[] nameOf = new long[REMEMBERED];
    private final long[] sentNs = new long[REMEMBERED];
    private final char[] pairOf = new char[REMEMBERED];
    /** Previous tick of the same pair; 0 for none. */
    private final long[] before = new long[REMEMBERED];

    private final long[] newest = new long[1 << Character.SIZE];
    private final long[] lowestName = new long[1 << Character.SIZE];
    private long highestName;
    private long highestPast;
    private long highestBeyond;
    private long known;
    private long unknown;
    /** True if the capture has the warm-up of a further run among the measured ticks. */
    private boolean warmedUpAgain;

    private long read;
    private long now;

    private SourceIdMapping(JournalReader sent, JournalReader names, long announced) {
        this.sent = sent;
        this.names = names;
        this.tick = new TickRecord(sent.buffer(), 0);
        this.highestName = announced;
        Arrays.fill(lowestName, Long.MAX_VALUE);
        readAhead();
    }

    /**
     * Writes the renamed journal.
     *
     * @param run directory of the run with the ticks
     * @param announced highest id that a feed announced as sent
     * @return number of ids beyond the last captured tick that the prices echo
     */
    static long rewrite(RunDirectory run, long announced, Path from, JournalWriter to) {
        try (JournalReader prices = JournalReader.open(from, SnapshotRecord.SCHEMA);
                JournalReader sent = JournalReader.open(run.ticks(), TickRecord.SCHEMA);
                JournalReader names = JournalReader.open(run.sourceIds(), TickRecord.SOURCE_IDS);
                to) {
            SourceIdMapping renaming = new SourceIdMapping(sent, names, announced);
            renaming.rewrite(prices, to);
            return Math.max(0, renaming.highestBeyond - renaming.highestName);
        }
    }

    private void rewrite(JournalReader prices, JournalWriter to) {
        SnapshotRecord price = new SnapshotRecord(prices.buffer(), 0);
        boolean[] shown = new boolean[1 << Character.SIZE];
        while (prices.next()) {
            price.wrap(prices);
            boolean named = price.tickId() != SnapshotRecord.NO_ID;
            long id = named ? id(price.receivedNs(), price.tickId(), price.instrumentId()) : SnapshotRecord.NO_ID;
            if (named && id == SnapshotRecord.NO_ID && shown[price.instrumentId()]) {
                continue;
            }
            shown[price.instrumentId()] |= price.kind() == SnapshotRecord.SNAPSHOT;
            int at = to.claim();
            to.buffer().putBytes(at, prices.buffer(), prices.offset(), SnapshotRecord.LENGTH);
            to.buffer().putLong(at + ECHO, id, ByteOrder.LITTLE_ENDIAN);
            to.commit();
        }
    }

    /** Returns the tick that a source id refers to. Times must not decrease from call to call. */
    private long id(long receivedNs, long name, int pair) {
        while (now < read && sentNs[slot(now + 1)] <= receivedNs) {
            pass();
        }
        long found = past.get(name);
        if (found != UNKNOWN) {
            known++;
            return found;
        }
        if (TickRecord.isWarmUp(name)) {
            return warmedUpAgain ? last(pair, name) : name;
        }
        long early = ahead.get(name);
        if (early != UNKNOWN && (name > highestPast || sentNs[slot(early)] < receivedNs + SOON_NS)) {
            return early;
        }
        if (name > highestName) {
            if (now < read || unknown > known) {
                unknown++;
                return UNKNOWN;
            }
            highestBeyond = Math.max(highestBeyond, name);
        }
        return last(pair, name);
    }

    /** Returns the newest tick of a pair with a lower source id. */
    private long last(int pair, long name) {
        long candidate = name < lowestName[pair] ? 0 : newest[pair];
        while (candidate > 0 && candidate > read - REMEMBERED) {
            long candidateName = nameOf[slot(candidate)];
            if (candidateName < name && candidateName != SnapshotRecord.NO_ID) {
                return candidate;
            }
            candidate = before[slot(candidate)];
        }
        return SnapshotRecord.NO_ID;
    }

    private void pass() {
        int slot = slot(++now);
        int pair = pairOf[slot];
        long name = nameOf[slot];
        warmedUpAgain |= TickRecord.isWarmUp(name);
        highestPast = TickRecord.isWarmUp(name) ? highestPast : Math.max(highestPast, name);
        before[slot] = newest[pair];
        newest[pair] = now;
        if (name != SnapshotRecord.NO_ID) {
            past.put(name, now);
            lowestName[pair] = Math.min(lowestName[pair], name);
        }
        ahead.remove(name, now);
        readAhead();
    }

    private void readAhead() {
        while (read < now + AHEAD && sent.next() && names.next()) {
            int slot = slot(++read);
            past.remove(nameOf[slot], read - REMEMBERED);
            long name = names.buffer().getLong(names.offset());
            nameOf[slot] = name;
            sentNs[slot] = tick.wrap(sent).sentNs();
            pairOf[slot] = (char) tick.instrumentId();
            if (name != SnapshotRecord.NO_ID) {
                ahead.put(name, read);
                highestName = TickRecord.isWarmUp(name) ? highestName : Math.max(highestName, name);
            }
        }
    }

    private static int slot(long id) {
        return (int) (id & REMEMBERED - 1);
    }
}
