package org.ticktoquote.wire.run;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.UUID;
import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Rewrites the ids that prices of one session echo to those that the ticks have in the run. An id means the newest tick of that
 * name which was on the wire before the price. One that the capture lacks, between two that it has, means the tick of the pair
 * before it: the price is at least as new as that. The last {@value #REMEMBERED} ticks are remembered.
 */
final class EchoedIdNames {
    static final int REMEMBERED = 1 << 20;
    /** No tick has it. */
    private static final long UNKNOWN = -1;

    private static final int ECHO = 8;

    private final Path ticks;
    private final Path sourceIds;
    private final UUID run;

    EchoedIdNames(Path ticks, Path sourceIds, UUID run) {
        this.ticks = ticks;
        this.sourceIds = sourceIds;
        this.run = run;
    }

    /** Writes the journal as it is to be from the one that was read. */
    void rewrite(Path from, JournalWriter to) {
        try (JournalReader prices = JournalReader.open(from, SnapshotRecord.SCHEMA);
                JournalReader sent = JournalReader.open(ticks, TickRecord.SCHEMA, run);
                JournalReader names = JournalReader.open(sourceIds, TickRecord.SOURCE_IDS, run);
                to) {
            rewrite(prices, new Names(sent, names), to);
        }
    }

    private static void rewrite(JournalReader prices, Names names, JournalWriter to) {
        SnapshotRecord price = new SnapshotRecord(prices.buffer(), 0);
        while (prices.next()) {
            price.wrap(prices);
            int at = to.claim();
            to.buffer().putBytes(at, prices.buffer(), prices.offset(), SnapshotRecord.LENGTH);
            long id = price.tickId();
            if (id != SnapshotRecord.NO_ID && !TickRecord.isWarmUp(id)) {
                to.buffer()
                        .putLong(
                                at + ECHO,
                                names.at(price.receivedNs(), id, price.instrumentId()),
                                ByteOrder.LITTLE_ENDIAN);
            }
            to.commit();
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
        private long highest = Long.MIN_VALUE;
        private boolean more;
        private long id;

        Names(JournalReader sent, JournalReader names) {
            this.sent = sent;
            this.names = names;
            this.tick = new TickRecord(sent.buffer(), 0);
            this.more = sent.next() && names.next();
        }

        long at(long receivedNs, long name, int instrument) {
            while (more && tick.wrap(sent).sentNs() <= receivedNs) {
                add(names.buffer().getLong(names.offset()));
                more = sent.next() && names.next();
            }
            long found = idOf.get(name);
            return found == UNKNOWN && name < highest ? last(instrument, name) : found;
        }

        /** The newest tick of a pair with a lower name. */
        private long last(int instrument, long name) {
            long candidate = newest[instrument];
            while (candidate > 0 && candidate > id - REMEMBERED) {
                int slot = (int) (candidate % REMEMBERED);
                if (remembered[slot] < name && remembered[slot] != SnapshotRecord.NO_ID) {
                    return candidate;
                }
                candidate = before[slot];
            }
            return UNKNOWN;
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
            highest = Math.max(highest, name);
            if (name != SnapshotRecord.NO_ID) {
                idOf.put(name, id);
            }
        }
    }
}
