package org.ticktoquote.harness.site;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;

/** The warm-up ticks from their journal on this host. */
public final class JournalTickTail implements TickTail {
    private final JournalReader ticks;
    private final TickRecord tick;

    public JournalTickTail(RunDirectory directory) {
        this.ticks = JournalReader.open(directory.warmUp(), TickRecord.SCHEMA);
        this.tick = new TickRecord(ticks.buffer(), 0);
    }

    @Override
    public List<SentTick> more() {
        List<SentTick> more = new ArrayList<>();
        while (ticks.next()) {
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
