package org.ticktoquote.analysis.wire;

import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Maps tick ids of a run to ids in the run made from its capture. */
final class WireTickIds {
    /** The tick is not in the capture. */
    static final long NONE = -1;

    private static final long SEVERAL = -2;

    private final Long2LongHashMap byName;
    private long ambiguous;

    private WireTickIds(Long2LongHashMap byName) {
        this.byName = byName;
    }

    static WireTickIds read(RunDirectory wire, RunManifest captured) {
        Long2LongHashMap byName = new Long2LongHashMap(NONE);
        try (JournalReader names = JournalReader.open(wire.sourceIds(), TickRecord.SOURCE_IDS, captured.identity())) {
            for (long id = 1; names.next(); id++) {
                long name = names.buffer().getLong(names.offset());
                if (name != SnapshotRecord.NO_ID && byName.put(name, id) != NONE) {
                    byName.put(name, SEVERAL);
                }
            }
        }
        return new WireTickIds(byName);
    }

    /** Returns the tick's id in the capture's run; {@link #NONE} if it is missing or ambiguous. */
    long of(long id) {
        long found = byName.get(id);
        ambiguous += found == SEVERAL ? 1 : 0;
        return found == SEVERAL ? NONE : found;
    }

    long ambiguous() {
        return ambiguous;
    }
}
