package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Writes a run of any length without executing it. Every tick of a recording is sent at its time. Each session for
 * which it is due receives the price of its tier about 300 us later. Every three seconds all answers pause for 20 ms.
 * Serves to measure {@code t2q analyze} on an hour-long run.
 *
 * <pre>{@code
 * java --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED -cp benchmarks.jar org.ticktoquote.benchmarks.LongRun RECORDING RUN OUT
 * }</pre>
 *
 * <p>RUN is a short run of the built-in application with the pairs of the recording. Its sessions, model and matching are
 * used.
 */
public final class LongRun {
    private static final long RECORDS_PER_SEGMENT = 1 << 18;
    private static final long ANSWER_NS = 300_000;
    private static final long SESSION_NS = 7_000;
    private static final long PAUSE_NS = 20_000_000;
    private static final long PAUSE_EVERY_NS = 3_000_000_000L;

    private final Recording recording;
    private final RunManifest model;
    private final RunDirectory out;
    private final TickDigest said = new TickDigest();
    private final List<JournalWriter> quotes = new ArrayList<>();
    private final int[] sequences;
    private final long t0Ns;
    private long snapshots;

    private LongRun(Recording recording, RunManifest model, Path out) throws IOException {
        this.recording = recording;
        this.model = model;
        this.out = new RunDirectory(Files.createDirectories(out));
        this.sequences = new int[model.sessions().size()];
        this.t0Ns = model.replay().t0Ns();
    }

    /** Writes the run; prints its numbers of ticks and snapshots. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("expected RECORDING RUN OUT");
        }
        RunManifest model = RunManifest.read(new RunDirectory(Path.of(arguments[1])).manifest());
        try (Recording recording = Recording.open(Path.of(arguments[0]))) {
            LongRun run = new LongRun(recording, model, Path.of(arguments[2]));
            run.write();
            run.report(System.out);
        }
    }

    private void report(PrintStream to) {
        to.printf(Locale.ROOT, "%,d ticks, %,d snapshots%n", recording.count(), snapshots);
    }

    private void write() {
        for (SessionPlan session : model.sessions()) {
            quotes.add(writer(out.quotes(session.index()), SnapshotRecord.SCHEMA));
        }
        try (JournalWriter ticks = writer(out.ticks(), TickRecord.SCHEMA)) {
            DueTicks due = new DueTicks(
                    model.declared().model(),
                    recording.instruments(),
                    recording.venues().size());
            for (long index = 0; index < recording.count(); index++) {
                play(index, ticks, due);
            }
        } finally {
            quotes.forEach(JournalWriter::close);
        }
        manifest().write(out.manifest());
    }

    private static JournalWriter writer(Path file, JournalSchema schema) {
        return JournalWriter.at(file, schema)
                .recordsPerSegment(RECORDS_PER_SEGMENT)
                .open();
    }

    private void play(long index, JournalWriter ticks, DueTicks due) {
        RecordedQuote quote = recording.quote(index);
        long id = index + 1;
        long intendedNs = t0Ns + quote.venueTimeNs() - recording.venueTimeNs(0);
        int at = ticks.claim();
        MutableDirectBuffer to = ticks.buffer();
        TickRecord.putTimes(to, at, id, intendedNs, intendedNs, 0);
        int sides = (quote.hasBid() ? TickRecord.BID : 0) | (quote.hasAsk() ? TickRecord.ASK : 0);
        TickRecord.putSource(to, at, quote.venueTimeNs(), quote.instrumentId(), quote.venueId(), sides);
        TickRecord.putTop(to, at, quote.bid(), quote.ask(), quote.bidQuantity(), quote.askQuantity());
        said.add(to, at);
        long tiers = due.dueTiers(tick(to, at));
        ticks.commit();
        for (SessionPlan session : model.sessions()) {
            if ((tiers >>> session.tier() & 1) != 0 && session.instruments().contains(quote.instrumentId())) {
                answer(session, id, quote, intendedNs, due);
            }
        }
    }

    private static TickRecord tick(DirectBuffer from, int at) {
        return new TickRecord(from, at);
    }

    private void answer(SessionPlan session, long id, RecordedQuote quote, long intendedNs, DueTicks due) {
        JournalWriter writer = quotes.get(session.index());
        int at = writer.claim();
        MutableDirectBuffer to = writer.buffer();
        int instrument = quote.instrumentId();
        long bid = due.expectedBid(instrument, session.tier());
        long ask = due.expectedAsk(instrument, session.tier());
        long pausedNs = Math.max(0, PAUSE_NS - (intendedNs - t0Ns) % PAUSE_EVERY_NS);
        long receivedNs = intendedNs + pausedNs + ANSWER_NS + session.index() * SESSION_NS;
        int sequence = ++sequences[session.index()];
        SnapshotRecord.putArrival(to, at, receivedNs, 1, 0);
        SnapshotRecord.putEvent(to, at, SnapshotRecord.SNAPSHOT, 3, instrument, sequence, 0);
        SnapshotRecord.putTop(to, at, id, bid, ask, quote.bidQuantity(), quote.askQuantity());
        writer.commit();
        snapshots++;
    }

    private RunManifest manifest() {
        RunManifest.Replay replay = model.replay();
        long fromNs = recording.venueTimeNs(0);
        long toNs = recording.venueTimeNs(recording.count() - 1) + 1;
        long endNs = t0Ns + toNs - fromNs + 2_000_000_000L;
        ClockPair first = model.time().clocks().get(0);
        long shiftNs = endNs - first.monotonicNs();
        ClockPair last = new ClockPair(endNs, first.realtimeNs() + shiftNs, first.uncertaintyNs());
        return new RunManifest(
                model.formatVersion(),
                new RunManifest.About(
                        RunManifest.COMPLETE,
                        String.valueOf(out.path().getFileName()),
                        JournalOrigin.NO_RUN,
                        model.about().startedAt(),
                        model.about().product(),
                        model.about().profile()),
                new RunManifest.Recording(
                        recording.file().toString(), recording.sha256(), recording.instruments(), recording.venues()),
                new RunManifest.Replay(
                        replay.feed(), 1, fromNs, toNs, recording.count(), said.hex(), t0Ns, endNs, 0, true),
                model.sessions(),
                model.declared(),
                model.warmUp(),
                model.observed(),
                new RunManifest.Time(
                        Stream.of(first, last).toList(), model.time().translations()));
    }
}
