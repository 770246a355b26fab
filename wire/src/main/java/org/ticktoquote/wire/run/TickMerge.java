package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.UUID;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Merges the ticks of all sources, by their times, into {@code ticks.journal}, whose ids are 1, 2, 3 and so on, and the warm-up of
 * a captured run into {@code warmup.journal}. What the sources called a tick goes to a journal of its own.
 */
final class TickMerge {
    /** In a segment, where the survey does not say how many there will be. */
    private static final long FEWEST_RECORDS = 1 << 14;

    private final RunDirectory directory;
    private final Path sourceIds;
    private final UUID run;
    private final WireClock clock;
    private final TickDigest digest = new TickDigest();
    private long ticks;
    private long warmUp;
    private boolean renamed;
    private long firstNs;
    private long lastNs;

    /**
     * What came out of it.
     *
     * @param ticks measured
     * @param warmUp ticks of the warm-up of a captured run
     * @param renamed whether ticks have other ids in the run than their sources gave them
     * @param firstNs sent of the first measured tick, on the run's scale
     * @param lastNs of the last
     * @param sha256 of what the ticks say
     */
    record Merged(long ticks, long warmUp, boolean renamed, long firstNs, long lastNs, String sha256) {}

    TickMerge(RunDirectory directory, Path sourceIds, UUID run, WireClock clock) {
        this.directory = directory;
        this.sourceIds = sourceIds;
        this.run = run;
        this.clock = clock;
    }

    /** Merges sources, of which each has rising times; ticks at one moment follow in the order of the sources. */
    Merged merge(List<RawTicks> sources, long expected, long expectedWarmUp) {
        PriorityQueue<Source> queue =
                new PriorityQueue<>(Comparator.comparingLong((Source source) -> source.ticks.sentNs())
                        .thenComparingInt(Source::place));
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).next()) {
                queue.add(new Source(sources.get(i), i));
            }
        }
        try (JournalWriter measured = writer(directory.ticks(), TickRecord.SCHEMA, expected);
                JournalWriter warm = writer(directory.warmUp(), TickRecord.SCHEMA, expectedWarmUp);
                JournalWriter ids = writer(sourceIds, TickRecord.SOURCE_IDS, expected)) {
            for (Source next = queue.poll(); next != null; next = queue.poll()) {
                take(next.ticks, measured, warm, ids);
                if (next.ticks.next()) {
                    queue.add(next);
                }
            }
        }
        return new Merged(ticks, warmUp, renamed, firstNs, lastNs, digest.hex());
    }

    private record Source(RawTicks ticks, int place) {}

    private void take(RawTicks tick, JournalWriter measured, JournalWriter warm, JournalWriter ids) {
        long id = tick.id();
        if (TickRecord.isWarmUp(id) && ticks == 0) {
            int at = warm.claim();
            tick.put(warm.buffer(), at, id);
            warm.commit();
            warmUp++;
            return;
        }
        ticks++;
        firstNs = ticks == 1 ? tick.sentNs() : firstNs;
        lastNs = tick.sentNs();
        renamed |= id != ticks && id != SnapshotRecord.NO_ID;
        int at = measured.claim();
        tick.put(measured.buffer(), at, ticks);
        digest.add(measured.buffer(), at);
        measured.commit();
        int idAt = ids.claim();
        ids.buffer().putLong(idAt, id);
        ids.commit();
    }

    private JournalWriter writer(Path path, JournalSchema schema, long records) {
        return JournalWriter.at(path, schema)
                .run(run)
                .clocks(clock, clock.timeOfDay())
                .recordsPerSegment(Math.max(records, FEWEST_RECORDS))
                .open();
    }
}
