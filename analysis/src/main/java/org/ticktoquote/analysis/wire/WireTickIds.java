package org.ticktoquote.analysis.wire;

import java.nio.file.Files;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** From the ids of ticks in a run to those in the run that was made of its capture. */
final class WireTickIds {
    /** The capture does not have the tick. */
    static final long NONE = -1;

    private static final long SEVERAL = -2;

    private final @Nullable Long2LongHashMap renamed;
    private final long ticks;
    private long ambiguous;

    private WireTickIds(@Nullable Long2LongHashMap renamed, long ticks) {
        this.renamed = renamed;
        this.ticks = ticks;
    }

    /** Where the capture has all ticks from the first one on they have the same ids. */
    static WireTickIds read(RunDirectory wire, RunManifest captured, long ticks) {
        if (!Files.exists(wire.sourceIds())) {
            return new WireTickIds(null, ticks);
        }
        Long2LongHashMap byName = new Long2LongHashMap(NONE);
        try (JournalReader names = JournalReader.open(wire.sourceIds(), TickRecord.SOURCE_IDS, captured.identity())) {
            for (long id = 1; names.next(); id++) {
                long name = names.buffer().getLong(names.offset());
                if (name != SnapshotRecord.NO_ID && byName.put(name, id) != NONE) {
                    byName.put(name, SEVERAL);
                }
            }
        }
        return new WireTickIds(byName, ticks);
    }

    /** The tick's id in the run of the capture. */
    long of(long id) {
        if (renamed == null) {
            return id <= ticks ? id : NONE;
        }
        long found = renamed.get(id);
        ambiguous += found == SEVERAL ? 1 : 0;
        return found == SEVERAL ? NONE : found;
    }

    long ambiguous() {
        return ambiguous;
    }
}
