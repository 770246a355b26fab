package org.ticktoquote.analysis;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.analysis.matching.AttributionOutput;
import org.ticktoquote.analysis.matching.JournalInput;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.Matcher;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.SessionPlan;

/** A smoke figure: snapshots per second through merge and matcher, from journals of 25 sessions. Run it by hand. */
final class MatchingThroughput {
    private static final int SESSIONS = 25;
    private static final int TICKS = 100_000;
    private static final int PAIRS = 15;
    private static final int ROUNDS = 5;

    private final Path directory;

    private MatchingThroughput(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createTempDirectory("matching");
        new MatchingThroughput(directory).run(System.out);
        try (var files = Files.list(directory)) {
            files.map(Path::toFile).forEach(File::delete);
        }
        Files.delete(directory);
    }

    private void run(PrintStream out) {
        writeTicks();
        IntStream.range(0, SESSIONS).forEach(this::writeQuotes);
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            match();
            double seconds = (System.nanoTime() - start) / 1e9;
            out.printf(
                    "%d snapshots in %.3f s: %.2f million/s%n",
                    TICKS * SESSIONS, seconds, TICKS * SESSIONS / seconds / 1e6);
        }
    }

    private void match() {
        List<SessionPlan> sessions = IntStream.range(0, SESSIONS)
                .mapToObj(i -> new SessionPlan(
                        i, "s" + i, 0, IntStream.range(0, PAIRS).boxed().toList()))
                .toList();
        MatchPlan plan = MatchPlan.byId(sessions, PAIRS, new Conflation(Conflation.NONE, 0), 1_000, TICKS);
        List<JournalInput> quotes = IntStream.range(0, SESSIONS)
                .mapToObj(i -> JournalInput.open(quotes(i), SnapshotRecord.SCHEMA, JournalOrigin.NO_RUN))
                .toList();
        DueTicks model = new DueTicks(ApplicationModel.UNKNOWN, instruments(), 1);
        try (TickResults results = TickResults.create(directory.resolve("results"), SESSIONS);
                JournalInput ticks =
                        JournalInput.open(directory.resolve("ticks"), TickRecord.SCHEMA, JournalOrigin.NO_RUN)) {
            long[] sum = new long[1];
            Matcher matcher = Matcher.byId(
                    plan, new AttributionOutput(results, (at, age) -> sum[0] += age, new Staleness(plan, 1)));
            new JournalMerge(null, ticks, quotes, 1_000, model, matcher).run();
            matcher.finish();
        } finally {
            quotes.forEach(JournalInput::close);
        }
    }

    private static List<Instrument> instruments() {
        List<Instrument> instruments = new ArrayList<>();
        IntStream.range(0, PAIRS).forEach(i -> instruments.add(new Instrument(i, "P" + i, 100_000, 10_000)));
        return instruments;
    }

    private Path quotes(int session) {
        return directory.resolve("quotes-" + session);
    }

    private void writeTicks() {
        try (JournalWriter writer = JournalWriter.at(directory.resolve("ticks"), TickRecord.SCHEMA)
                .recordsPerSegment(TICKS)
                .open()) {
            for (int i = 1; i <= TICKS; i++) {
                int at = writer.claim();
                MutableDirectBuffer buffer = writer.buffer();
                TickRecord.putTimes(buffer, at, i, i * 1_000_000L, i * 1_000_000L, 0);
                TickRecord.putSource(buffer, at, i, i % PAIRS, 0, 3);
                TickRecord.putTop(buffer, at, i, i + 1, 1, 1);
                writer.commit();
            }
        }
    }

    private void writeQuotes(int session) {
        try (JournalWriter writer = JournalWriter.at(quotes(session), SnapshotRecord.SCHEMA)
                .recordsPerSegment(TICKS)
                .open()) {
            for (int i = 1; i <= TICKS; i++) {
                int at = writer.claim();
                MutableDirectBuffer buffer = writer.buffer();
                SnapshotRecord.putArrival(buffer, at, i * 1_000_000L + 300_000 + session * 7_000L, 1, 0);
                SnapshotRecord.putEvent(buffer, at, SnapshotRecord.SNAPSHOT, 3, i % PAIRS, i, 0);
                SnapshotRecord.putTop(buffer, at, i, i, i + 1, 1, 1);
                writer.commit();
            }
        }
    }
}
