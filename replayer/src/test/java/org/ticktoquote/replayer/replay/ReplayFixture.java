package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/** Recordings, feeds and their journals, which are closed after the test. */
abstract class ReplayFixture {
    @TempDir
    Path folder;

    final Resources resources = new Resources();

    /** Closes resources in reverse order of opening, all of them even if one fails. */
    static final class Resources implements AutoCloseable {
        private final Deque<AutoCloseable> opened = new ArrayDeque<>();

        <T extends AutoCloseable> T add(T resource) {
            opened.push(resource);
            return resource;
        }

        @Override
        public void close() {
            CloseHelper.closeAll(opened);
            opened.clear();
        }
    }

    /** Journal entry of a tick. */
    record Line(
            long tickId,
            long intendedNs,
            long sentNs,
            long waitedNs,
            boolean waited,
            boolean failed,
            RecordedQuote quote) {
        long lagNs() {
            return sentNs - intendedNs;
        }
    }

    @AfterEach
    final void closeResources() {
        resources.close();
    }

    final Recording recorded(List<RecordedQuote> quotes) {
        return resources.add(TestRecording.of(folder, quotes));
    }

    /** Returns an outlet that journals its ticks in a file. */
    final JournaledFeed journaled(Feed feed, String file, long ticks) {
        return new JournaledFeed(
                feed, resources.add(TickJournal.create(folder.resolve(file), JournalOrigin.NO_RUN, ticks)));
    }

    /** Closes all resources and returns the entries of a journal. */
    final List<Line> linesOf(String file) {
        resources.close();
        return lines(folder.resolve(file));
    }

    static List<Line> lines(Path journal) {
        List<Line> lines = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal, TickRecord.SCHEMA)) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                RecordedQuote quote = new RecordedQuote(
                        tick.venueTimeNs(),
                        tick.instrumentId(),
                        tick.venueId(),
                        tick.bid(),
                        tick.ask(),
                        tick.bidQuantity(),
                        tick.askQuantity());
                assertThat(tick.sides()).isEqualTo((quote.hasBid() ? 1 : 0) + (quote.hasAsk() ? 2 : 0));
                lines.add(new Line(
                        tick.tickId(),
                        tick.intendedNs(),
                        tick.sentNs(),
                        tick.waitedNs(),
                        tick.sendWaited(),
                        tick.sendFailed(),
                        quote));
            }
        }
        return lines;
    }
}
