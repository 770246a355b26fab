package org.ticktoquote.wire.run;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Rewrites the ids that prices of one session echo to those that the ticks have in the run. An id means the newest tick of that
 * name which was on the wire before the price. One that the capture lacks, since it has a later one or the feed announced it, means
 * the tick of the pair before it: the price is at least as new as that. Where the capture has none before it, the first such price
 * of a pair names no tick, and others, which show nothing newer, are left out. The last {@value #REMEMBERED} ticks are remembered,
 * and the next {@value #AHEAD} are looked at.
 */
final class EchoedIdNames {
    static final int REMEMBERED = 1 << 20;
    static final int AHEAD = 1 << 16;
    /** No tick has it. */
    private static final long UNKNOWN = -1;

    private static final int ECHO = 8;

    private final Path ticks;
    private final Path sourceIds;
    private final UUID run;
    private final long announced;

    /** @param announced the highest id of which a feed said that it was sent */
    EchoedIdNames(Path ticks, Path sourceIds, UUID run, long announced) {
        this.ticks = ticks;
        this.sourceIds = sourceIds;
        this.run = run;
        this.announced = announced;
    }

    /** Writes the journal as it is to be from the one that was read. */
    void rewrite(Path from, JournalWriter to) {
        try (JournalReader prices = JournalReader.open(from, SnapshotRecord.SCHEMA);
                JournalReader sent = JournalReader.open(ticks, TickRecord.SCHEMA, run);
                JournalReader names = JournalReader.open(sourceIds, TickRecord.SOURCE_IDS, run);
                JournalReader ahead = JournalReader.open(sourceIds, TickRecord.SOURCE_IDS, run);
                to) {
            rewrite(prices, new Names(sent, names, new NamesAhead(ahead, announced)), to);
        }
    }

    private static void rewrite(JournalReader prices, Names names, JournalWriter to) {
        SnapshotRecord price = new SnapshotRecord(prices.buffer(), 0);
        boolean[] shown = new boolean[1 << Short.SIZE];
        while (prices.next()) {
            price.wrap(prices);
            boolean named = price.tickId() != SnapshotRecord.NO_ID;
            long id = named ? names.at(price.receivedNs(), price.tickId(), price.instrumentId()) : SnapshotRecord.NO_ID;
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

    /** The ids of the ticks that follow. */
    private static final class NamesAhead {
        private final JournalReader names;
        private final Long2LongHashMap idOf = new Long2LongHashMap(UNKNOWN);
        private long highest;
        private long id;

        NamesAhead(JournalReader names, long announced) {
            this.names = names;
            this.highest = announced;
        }

        /** Reads on, up to so many behind a tick of the run. */
        void follow(long tick) {
            while (id < tick + AHEAD && names.next()) {
                long name = names.buffer().getLong(names.offset());
                id++;
                if (name != SnapshotRecord.NO_ID) {
                    idOf.put(name, id);
                    highest = TickRecord.isWarmUp(name) ? highest : Math.max(highest, name);
                }
            }
        }

        void passed(long name, long tick) {
            idOf.remove(name, tick);
        }
    }

    /** Which tick a name means, at times that never fall. */
    private static final class Names {
        private final JournalReader sent;
        private final JournalReader names;
        private final TickRecord tick;
        private final Long2LongHashMap idOf = new Long2LongHashMap(UNKNOWN);
        private final long[] remembered = new long[REMEMBERED];
        /** Of the same pair, for each remembered one; 0 for none. */
        private final long[] before = new long[REMEMBERED];

        private final long[] newest = new long[1 << Short.SIZE];
        private final long[] lowestName = new long[1 << Short.SIZE];
        private final NamesAhead ahead;
        private boolean more;
        private long id;

        Names(JournalReader sent, JournalReader names, NamesAhead ahead) {
            this.sent = sent;
            this.names = names;
            this.ahead = ahead;
            Arrays.fill(lowestName, Long.MAX_VALUE);
            this.tick = new TickRecord(sent.buffer(), 0);
            this.more = sent.next() && names.next();
            ahead.follow(0);
        }

        long at(long receivedNs, long name, int instrument) {
            while (more && tick.wrap(sent).sentNs() <= receivedNs) {
                add(names.buffer().getLong(names.offset()));
                more = sent.next() && names.next();
            }
            long found = idOf.get(name);
            if (found != UNKNOWN) {
                return found;
            }
            if (TickRecord.isWarmUp(name)) {
                return name;
            }
            long early = ahead.idOf.get(name);
            return early == UNKNOWN && name <= ahead.highest ? last(instrument, name) : early;
        }

        /** The newest tick of a pair with a lower name. */
        private long last(int instrument, long name) {
            long candidate = name < lowestName[instrument] ? 0 : newest[instrument];
            while (candidate > 0 && candidate > id - REMEMBERED) {
                int slot = (int) (candidate % REMEMBERED);
                if (remembered[slot] < name && remembered[slot] != SnapshotRecord.NO_ID) {
                    return candidate;
                }
                candidate = before[slot];
            }
            return SnapshotRecord.NO_ID;
        }

        private void add(long name) {
            id++;
            int slot = (int) (id % REMEMBERED);
            if (id > REMEMBERED && idOf.get(remembered[slot]) == id - REMEMBERED) {
                idOf.remove(remembered[slot]);
            }
            remembered[slot] = name;
            before[slot] = newest[tick.instrumentId()];
            newest[tick.instrumentId()] = id;
            if (name != SnapshotRecord.NO_ID) {
                idOf.put(name, id);
                lowestName[tick.instrumentId()] = Math.min(lowestName[tick.instrumentId()], name);
            }
            ahead.passed(name, id);
            ahead.follow(id);
        }
    }
}
