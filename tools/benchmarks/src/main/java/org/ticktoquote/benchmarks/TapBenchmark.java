package org.ticktoquote.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.tap.ConnectionTap;
import org.ticktoquote.fix.tap.EchoedId;
import org.ticktoquote.fix.tap.QuickFixSink;
import org.ticktoquote.fix.tap.SessionFormat;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.fix.tap.Symbols;
import org.ticktoquote.fix.tap.TapCounters.Kind;
import org.ticktoquote.fix.tap.TapListener;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.InvalidMessage;
import quickfix.Message;

/**
 * Cost of one snapshot at the client: clock reading, framing, extraction of fields and a record in the journal. The
 * baseline is QuickFIX/J's parsing of the same bytes, which does not delay the tap's time stamps.
 */
public class TapBenchmark extends HotPathBenchmark {
    static final int SNAPSHOTS = 500_000;

    @Benchmark
    @OperationsPerInvocation(SNAPSHOTS)
    public void snapshotInOneRead(Tap tap) {
        SnapshotMessage message = tap.message;
        for (int i = 0; i < SNAPSHOTS; i++) {
            message.count();
            tap.connection.read(message.buffer, 0, message.bytes.length, System.nanoTime());
        }
    }

    @Benchmark
    @OperationsPerInvocation(SNAPSHOTS)
    public void snapshotInTwoReads(Tap tap) {
        SnapshotMessage message = tap.message;
        int half = message.bytes.length / 2;
        for (int i = 0; i < SNAPSHOTS; i++) {
            message.count();
            tap.connection.read(message.buffer, 0, half, System.nanoTime());
            tap.connection.read(message.buffer, half, message.bytes.length - half, System.nanoTime());
        }
    }

    @Benchmark
    @OperationsPerInvocation(SNAPSHOTS)
    public void baselineQuickFixMessage(Dictionary dictionary, Blackhole read) throws InvalidMessage {
        SnapshotMessage message = dictionary.message;
        for (int i = 0; i < SNAPSHOTS; i++) {
            message.count();
            String text = new String(message.bytes, StandardCharsets.ISO_8859_1);
            read.consume(new Message(text, dictionary.fix44, false));
        }
    }

    /** QuickFIX/J's full dictionary, which it needs to tell entries apart. */
    @State(Scope.Benchmark)
    public static class Dictionary {
        private final SnapshotMessage message = new SnapshotMessage();
        private DataDictionary fix44;

        @Setup
        public void read() throws ConfigError {
            fix44 = new DataDictionary("FIX44.xml");
        }
    }

    /** Session that is logged on and discards snapshots. */
    public static class Tap extends NewFiles {
        SnapshotMessage message;
        ConnectionTap connection;
        private SessionTap session;

        @Override
        void open(Path directory) {
            message = new SnapshotMessage();
            open(directory, 278);
        }

        final void open(Path directory, int echoTag) {
            JournalWriter writer = JournalWriter.at(directory.resolve("quotes-07.journal"), SnapshotRecord.SCHEMA)
                    .recordsPerSegment(SNAPSHOTS + 3)
                    .open();
            Symbols symbols = Symbols.inSymbol(Map.of("EUR/USD", 0));
            EchoedId echo = EchoedId.of(echoTag, "decimal");
            SessionFormat form = new SessionFormat("FIX.4.4", symbols, echo, false);
            session = new SessionTap(7, form, 0, 128, false, writer, new FailingListener(), System::nanoTime);
            connection = session.connected(new FailingListener());
            byte[] logon = SnapshotMessage.message("35=A|34=1|49=PRICING|56=CLIENT-07|98=0|108=30|");
            connection.read(new UnsafeBuffer(logon), 0, logon.length, System.nanoTime());
        }

        @Override
        void close() {
            long snapshots = session.counters().of(Kind.SNAPSHOTS);
            connection.closed("it ended");
            try {
                session.close();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (snapshots < SNAPSHOTS) {
                throw new IllegalStateException("the tap took " + snapshots + " snapshots of " + SNAPSHOTS);
            }
        }
    }

    private static final class FailingListener implements QuickFixSink, TapListener {
        @Override
        public void message(DirectBuffer buffer, int start, int end) {}

        @Override
        public void gapFill(long first, long next, boolean possDup) {}

        @Override
        public void end() {}

        @Override
        public void bookUnknown(int session) {
            throw new IllegalStateException("a book is not known");
        }

        @Override
        public void unanswered(int session) {}

        @Override
        public void ended(int session, String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void loggedOn(int session, long atNs) {}

        @Override
        public void disconnected(int session, long atNs, boolean ordered, String how) {}

        @Override
        public void noticed(int session, String what) {
            throw new IllegalStateException(what);
        }

        @Override
        public void failed(int session, Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }
}
