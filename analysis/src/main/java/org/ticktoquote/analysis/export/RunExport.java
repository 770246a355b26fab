package org.ticktoquote.analysis.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Reads one analysed run as rows, once and in the order of its journals and results, with constant heap. Rejects missing,
 * damaged and foreign files. Not thread-safe.
 */
public final class RunExport {
    private static final List<String> OUTCOMES = List.of(
            "not planned",
            "pending",
            "published",
            "conflated",
            "skipped",
            "unchanged",
            "lost",
            "excluded",
            "published not due");
    private static final String LATEST = "latest";
    private static final String SOONEST = "soonest";
    private static final JsonMapper JSON = new JsonMapper();

    private final ExportedRun run;
    private final RunManifest manifest;
    private final String[] symbols;

    private RunExport(ExportedRun run, RunManifest manifest) {
        this.run = run;
        this.manifest = manifest;
        this.symbols = manifest.recording().instruments().stream()
                .map(Instrument::symbol)
                .toArray(String[]::new);
    }

    /** Opens a run; rejects a run that was not analysed. */
    public static RunExport of(ExportedRun run) {
        RunManifest manifest = RunManifest.read(run.directory().manifest());
        for (Path needed : List.of(run.directory().summary(), run.directory().tickResults())) {
            if (!Files.isRegularFile(needed)) {
                throw Problem.of(needed)
                        .fault(Files.exists(needed) ? "is not a file" : "is missing: the run was not analysed")
                        .expected("t2q analyze " + run.directory().path() + " first")
                        .exception(ExitStatus.BAD_INPUT);
            }
        }
        Retention.requireJournals(run.directory());
        return new RunExport(run, manifest);
    }

    public ExportedRun run() {
        return run;
    }

    public void write(ExportTable table, RowWriter rows) throws IOException {
        switch (table.name()) {
            case "runs" -> facts(rows);
            case "ticks" -> ticks(rows);
            case "snapshots" -> snapshots(rows);
            default -> outcomes(rows);
        }
    }

    /** Writes both files of the run as text. Some parts of each also have their own columns. */
    private void facts(RowWriter rows) throws IOException {
        RunManifest.About about = manifest.about();
        RunManifest.Replay replay = manifest.replay();
        Path file = run.directory().summary();
        JsonNode summary = FileAccess.read(file, () -> JSON.readTree(file.toFile()));
        rows.put(about.identity().toString())
                .put(about.runId())
                .put(about.startedAt())
                .put(about.product());
        rows.put(about.state())
                .put(summary.path("validity").asText())
                .put(summary.path("matchedBy").asText());
        rows.put(summary.path("ticks").asLong()).put(manifest.sessions().size());
        rows.put(replay.fromNs()).put(replay.toNs());
        present(rows, manifest.recording().announcementNs(), 0);
        rows.put(replay.t0Ns()).put(replay.drainDeadlineNs()).put(run.counts());
        rows.put(Files.readString(run.directory().manifest()));
        rows.put(Files.readString(RegularFile.require(file))).end();
    }

    private void ticks(RowWriter rows) throws IOException {
        List<String> venues = manifest.recording().venues();
        try (Journal journal = new Journal(run.directory().ticks(), TickRecord.SCHEMA)) {
            TickRecord tick = new TickRecord(journal.reader.buffer(), 0);
            while (journal.next()) {
                tick.wrap(journal.reader);
                rows.put(tick.tickId())
                        .put(tick.intendedNs())
                        .put(tick.sentNs())
                        .put(tick.venueTimeNs());
                rows.put(symbol(tick.instrumentId()));
                rows.put(tick.venueId() < venues.size() ? venues.get(tick.venueId()) : null);
                side(rows, tick.bid(), tick.ask(), tick.bidQuantity(), tick.askQuantity());
                rows.put(tick.sendFailed()).end();
            }
        }
    }

    private void snapshots(RowWriter rows) throws IOException {
        ClockTranslation clock = manifest.translation(Role.CLIENTS);
        for (SessionPlan session : manifest.sessions()) {
            Path file = run.directory().quotes(session.index());
            try (Journal journal = new Journal(file, SnapshotRecord.SCHEMA)) {
                SnapshotRecord event = new SnapshotRecord(journal.reader.buffer(), 0, clock);
                while (journal.next()) {
                    snapshot(rows, session.index(), event.wrap(journal.reader));
                }
            }
        }
    }

    private void snapshot(RowWriter rows, int session, SnapshotRecord event) throws IOException {
        rows.put(session).put(event.receivedNs()).put(event.kind()).put(symbol(event.instrumentId()));
        present(rows, event.tickId(), SnapshotRecord.NO_ID);
        side(rows, event.bid(), event.ask(), event.bidQuantity(), event.askQuantity());
        rows.put(event.messageSequence());
        present(rows, event.expectedSequence(), 0);
        rows.put(event.possDup())
                .put(event.messagesInRead())
                .put(event.positionInRead())
                .end();
    }

    private void outcomes(RowWriter rows) throws IOException {
        outcomes(rows, run.directory().tickResults(), LATEST);
        if (!manifest.declared().matching().exact()) {
            outcomes(rows, run.directory().tickResultsSoonest(), SOONEST);
        }
    }

    private void outcomes(RowWriter rows, Path file, String attribution) throws IOException {
        try (TickResults results = TickResults.open(file, manifest.identity())) {
            for (long tick = 1; tick <= results.ticks(); tick++) {
                @Nullable String symbol = symbol(results.instrumentId(tick));
                long lagNs = results.sentNs(tick) - results.intendedNs(tick);
                for (int session = 0; session < results.sessions(); session++) {
                    long cell = results.cell(tick, session);
                    if (ResultCell.outcome(cell) != ResultCell.NOT_PLANNED) {
                        rows.put(tick).put(manifest.sessions().get(session).index());
                        rows.put(symbol).put(attribution);
                        outcome(rows, cell, lagNs);
                    }
                }
            }
        }
    }

    private static void outcome(RowWriter rows, long cell, long lagNs) throws IOException {
        rows.put(OUTCOMES.get(ResultCell.outcome(cell)))
                .put(ResultCell.due(cell))
                .put(ResultCell.isCertain(cell));
        if (ResultCell.answered(cell)) {
            rows.put(ResultCell.responseNs(cell)).put(ResultCell.responseNs(cell) - lagNs);
        } else {
            rows.absent().absent();
        }
        rows.end();
    }

    private @Nullable String symbol(int instrument) {
        return instrument < symbols.length ? symbols[instrument] : null;
    }

    private static void side(RowWriter rows, long bid, long ask, long bidQuantity, long askQuantity)
            throws IOException {
        present(rows, bid, Price.NONE);
        present(rows, ask, Price.NONE);
        rows.put(bidQuantity).put(askQuantity);
    }

    private static void present(RowWriter rows, long value, long none) throws IOException {
        if (value == none) {
            rows.absent();
        } else {
            rows.put(value);
        }
    }

    /** Journal of this run. Rejects missing, damaged and incomplete files. */
    private final class Journal implements AutoCloseable {
        private final Path file;
        private final JournalReader reader;

        Journal(Path file, JournalSchema schema) {
            this.file = file;
            if (!Files.exists(file)) {
                throw Problem.of(file)
                        .fault("is missing: its rows cannot be exported")
                        .exception(ExitStatus.BAD_INPUT);
            }
            try {
                this.reader = JournalReader.open(file, schema, manifest.identity());
            } catch (JournalException e) {
                throw damaged(e);
            }
        }

        boolean next() {
            try {
                if (reader.next()) {
                    return true;
                }
            } catch (JournalException e) {
                throw damaged(e);
            }
            if (!reader.closed() || reader.missing() > 0) {
                throw Problem.of(file)
                        .fault("is incomplete: its writer did not close it, or it was truncated")
                        .exception(ExitStatus.BAD_INPUT);
            }
            return false;
        }

        private static ProblemException damaged(JournalException e) {
            return Problem.ofFault(String.valueOf(e.getMessage())).exception(ExitStatus.BAD_INPUT, e);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
