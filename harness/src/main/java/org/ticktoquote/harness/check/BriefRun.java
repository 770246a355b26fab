package org.ticktoquote.harness.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.Analysis;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Result of a brief run: ticks, snapshots received since the first tick, answers (a tick with its snapshot), and
 * sequence breaks.
 * Excludes unsubscribed and superseded ticks.
 */
final class BriefRun {
    private final RunManifest manifest;
    private final List<Tick> ticks = new ArrayList<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final List<SequenceBreak> sequenceBreaks = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();

    /** Snapshot that reflects a tick, by the rules of the analysis. */
    record Answer(Tick tick, Snapshot snapshot) {
        long responseNs() {
            return snapshot.receivedNs() - tick.sentNs();
        }
    }

    private BriefRun(RunManifest manifest) {
        this.manifest = manifest;
    }

    /** Analyses a run and reads the result. */
    static BriefRun of(RunDirectory directory) {
        Analysis unused = Analysis.of(directory.path()); // writes its results to the directory
        BriefRun run = new BriefRun(RunManifest.read(directory.manifest()));
        run.readTicks(directory);
        run.manifest.sessions().forEach(session -> run.readSnapshots(directory, session));
        run.readAnswers(directory);
        return run;
    }

    private void readTicks(RunDirectory directory) {
        try (JournalReader journal = JournalReader.open(directory.ticks(), TickRecord.SCHEMA, manifest.identity())) {
            TickRecord tick = new TickRecord(journal.buffer(), 0);
            while (journal.next()) {
                tick.wrap(journal);
                if (!tick.notSubscribed() && !tick.superseded()) {
                    ticks.add(new Tick(
                            tick.tickId(),
                            tick.instrumentId(),
                            tick.bid(),
                            tick.ask(),
                            tick.intendedNs(),
                            tick.sentNs(),
                            !tick.sendFailed()));
                }
            }
        }
    }

    private void readSnapshots(RunDirectory directory, SessionPlan session) {
        ClockTranslation clock = manifest.translation(Role.CLIENTS);
        try (JournalReader journal =
                JournalReader.open(directory.quotes(session.index()), SnapshotRecord.SCHEMA, manifest.identity())) {
            SnapshotRecord event = new SnapshotRecord(journal.buffer(), 0, clock);
            while (journal.next()) {
                event.wrap(journal);
                boolean reset = event.kind() == SnapshotRecord.SEQUENCE_RESET;
                if (reset || event.kind() == SnapshotRecord.SEQUENCE_GAP) {
                    sequenceBreaks.add(new SequenceBreak(
                            session.index(),
                            reset,
                            event.messageSequence(),
                            event.expectedSequence(),
                            event.receivedNs()));
                } else if (event.kind() == SnapshotRecord.SNAPSHOT
                        && event.receivedNs() >= manifest.replay().t0Ns()) {
                    snapshots.add(new Snapshot(
                            session.index(),
                            event.instrumentId(),
                            event.tickId(),
                            event.bid(),
                            event.ask(),
                            event.receivedNs(),
                            event.messageSequence()));
                }
            }
        }
    }

    private void readAnswers(RunDirectory directory) {
        try (TickResults results = TickResults.open(directory.tickResults(), manifest.identity())) {
            for (Tick tick : ticks) {
                for (int session = 0; tick.id() <= results.ticks() && session < results.sessions(); session++) {
                    answer(tick, manifest.sessions().get(session), results.cell(tick.id(), session))
                            .ifPresent(answers::add);
                }
            }
        }
    }

    private Optional<Answer> answer(Tick tick, SessionPlan session, long cell) {
        if (!ResultCell.published(cell)) {
            return Optional.empty();
        }
        long receivedNs = tick.intendedNs() + ResultCell.responseNs(cell);
        return snapshots.stream()
                .filter(snapshot -> snapshot.session() == session.index()
                        && snapshot.instrument() == tick.instrument()
                        && snapshot.receivedNs() == receivedNs)
                .findFirst()
                .map(snapshot -> new Answer(tick, snapshot));
    }

    RunManifest manifest() {
        return manifest;
    }

    List<Tick> ticks() {
        return ticks;
    }

    List<Snapshot> snapshots() {
        return snapshots;
    }

    List<SequenceBreak> sequenceBreaks() {
        return sequenceBreaks;
    }

    List<Answer> answers() {
        return answers;
    }

    /**
     * A MsgSeqNum (34) of the application that differs from the expected one.
     *
     * @param session number of the session
     * @param reset true if the application reset its numbers, as FIX allows; false for a gap
     * @param found number of the message, or new number of a SequenceReset
     * @param expected number that was due
     * @param receivedNs time of the Logon on the run's clock
     */
    record SequenceBreak(int session, boolean reset, long found, long expected, long receivedNs) {}

    /**
     * A tick of the measured part.
     *
     * @param bid units of 1e-9; {@code Price.NONE} if absent
     * @param ask units of 1e-9; {@code Price.NONE} if absent
     * @param sentNs sending time on the run's clock
     */
    record Tick(long id, int instrument, long bid, long ask, long intendedNs, long sentNs, boolean sent) {}

    /**
     * A snapshot received while ticks were measured.
     *
     * @param session number of the session
     * @param tickId echoed id; {@code SnapshotRecord.NO_ID} for none
     * @param bid units of 1e-9; {@code Price.NONE} if absent
     * @param ask units of 1e-9; {@code Price.NONE} if absent
     * @param receivedNs reception time on the run's clock
     * @param sequence MsgSeqNum (34)
     */
    record Snapshot(int session, int instrument, long tickId, long bid, long ask, long receivedNs, long sequence) {}
}
