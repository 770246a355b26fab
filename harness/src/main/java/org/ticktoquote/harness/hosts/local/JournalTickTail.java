package org.ticktoquote.harness.hosts.local;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.SentTick;

/** The warm-up ticks from their journal on this host. */
final class JournalTickTail implements AutoCloseable {
    private final JournalReader ticks;
    private final TickRecord tick;

    JournalTickTail(RunDirectory directory) {
        this.ticks = JournalReader.open(directory.warmUp(), TickRecord.SCHEMA);
        this.tick = new TickRecord(ticks.buffer(), 0);
    }

    /** Those since the last call, the first {@link SentTick#MOST} of them. */
    List<SentTick> more() {
        List<SentTick> more = new ArrayList<>();
        while (more.size() < SentTick.MOST && ticks.next()) {
            tick.wrap(ticks);
            more.add(new SentTick(tick.tickId(), tick.instrumentId(), tick.intendedNs(), tick.sentNs()));
        }
        return more;
    }

    @Override
    public void close() {
        ticks.close();
    }
}
