package org.ticktoquote.harness.hosts.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.HostOperations;

/**
 * Reads the journals of a run on this host while they are written. Throws a {@code ProblemException} if a journal becomes
 * unreadable.
 */
final class JournalTails {
    private JournalTails() {}

    private static JournalReader open(Path journal, JournalSchema schema) {
        try {
            return JournalReader.open(journal, schema);
        } catch (JournalException e) {
            throw unreadable(e);
        }
    }

    private static boolean next(JournalReader reader) {
        try {
            return reader.next();
        } catch (JournalException e) {
            throw unreadable(e);
        }
    }

    private static ProblemException unreadable(JournalException e) {
        return e.problem().exception(ExitStatus.ENVIRONMENT, e);
    }

    /** Warm-up ticks from their journal on this host. */
    static final class Ticks implements AutoCloseable {
        private final JournalReader ticks;
        private final TickRecord tick;

        Ticks(RunDirectory directory) {
            this.ticks = open(directory.warmUp(), TickRecord.SCHEMA);
            this.tick = new TickRecord(ticks.buffer(), 0);
        }

        /** Returns the next ticks since the last call, at most {@link HostOperations.SentTick#MAX_PER_ANSWER}. */
        List<HostOperations.SentTick> more() {
            List<HostOperations.SentTick> more = new ArrayList<>();
            while (more.size() < HostOperations.SentTick.MAX_PER_ANSWER && next(ticks)) {
                tick.wrap(ticks);
                more.add(new HostOperations.SentTick(
                        tick.tickId(), tick.instrumentId(), tick.intendedNs(), tick.sentNs()));
            }
            return more;
        }

        @Override
        public void close() {
            ticks.close();
        }
    }

    /** Snapshots received by the clients, from their journals on this host. */
    static final class Quotes implements AutoCloseable {
        private final List<JournalReader> quotes = new ArrayList<>();
        private final SnapshotRecord snapshot;

        Quotes(RunDirectory directory, int sessions) {
            for (int i = 0; i < sessions; i++) {
                quotes.add(open(directory.quotes(i), SnapshotRecord.SCHEMA));
            }
            this.snapshot = new SnapshotRecord(quotes.get(0).buffer(), 0);
        }

        /**
         * Returns the first session's next snapshots with a price since the last call, at most
         * {@link HostOperations.ReceivedQuotes#MAX_PER_ANSWER}, and whether any session received anything.
         */
        HostOperations.ReceivedQuotes more() {
            List<HostOperations.ReceivedQuotes.Snapshot> first = new ArrayList<>();
            boolean any = false;
            while (first.size() < HostOperations.ReceivedQuotes.MAX_PER_ANSWER && next(quotes.get(0))) {
                any = true;
                snapshot.wrap(quotes.get(0));
                if (snapshot.kind() == SnapshotRecord.SNAPSHOT && snapshot.hasPrice()) {
                    first.add(new HostOperations.ReceivedQuotes.Snapshot(
                            snapshot.tickId(), snapshot.instrumentId(), snapshot.receivedNs()));
                }
            }
            for (JournalReader other : quotes.subList(1, quotes.size())) {
                while (next(other)) {
                    any = true;
                }
            }
            return new HostOperations.ReceivedQuotes(first, any);
        }

        @Override
        public void close() {
            quotes.forEach(JournalReader::close);
        }
    }
}
