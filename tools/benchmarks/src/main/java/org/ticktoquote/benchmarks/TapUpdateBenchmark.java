package org.ticktoquote.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.InvalidMessage;
import quickfix.Message;

/** Client-side cost of a price in a message other than a snapshot, compared with QuickFIX/J's parsing of the same bytes. */
public class TapUpdateBenchmark extends HotPathBenchmark {
    /** Kind of message with the price. */
    public enum Update {
        REFRESH,
        QUOTE,
        MASS_QUOTE;

        SnapshotMessage message() {
            return switch (this) {
                case REFRESH -> SnapshotMessage.refresh();
                case QUOTE -> SnapshotMessage.quote();
                case MASS_QUOTE -> SnapshotMessage.massQuote();
            };
        }
    }

    @Benchmark
    @OperationsPerInvocation(TapBenchmark.SNAPSHOTS)
    public void updateInOneRead(UpdateTap tap) {
        SnapshotMessage message = tap.message;
        for (int i = 0; i < TapBenchmark.SNAPSHOTS; i++) {
            message.count();
            tap.connection.read(message.buffer, 0, message.bytes.length, System.nanoTime());
        }
    }

    @Benchmark
    @OperationsPerInvocation(TapBenchmark.SNAPSHOTS)
    public void baselineQuickFixMessage(UpdateDictionary dictionary, Blackhole read) throws InvalidMessage {
        SnapshotMessage message = dictionary.message;
        for (int i = 0; i < TapBenchmark.SNAPSHOTS; i++) {
            message.count();
            String text = new String(message.bytes, StandardCharsets.ISO_8859_1);
            read.consume(new Message(text, dictionary.fix44, false));
        }
    }

    /** QuickFIX/J's dictionary and a message. */
    @State(Scope.Benchmark)
    public static class UpdateDictionary {
        @Param({"REFRESH", "QUOTE", "MASS_QUOTE"})
        public Update update;

        private SnapshotMessage message;
        private DataDictionary fix44;

        @Setup
        public void read() throws ConfigError {
            message = update.message();
            fix44 = new DataDictionary("FIX44.xml");
        }
    }

    /** Session that has a book of ten levels per side. */
    public static class UpdateTap extends TapBenchmark.Tap {
        private static final int LEVELS = 10;

        @Param({"REFRESH", "QUOTE", "MASS_QUOTE"})
        public Update update;

        @Override
        void open(Path directory) {
            message = update.message();
            open(directory, 299);
            byte[] image = SnapshotMessage.message("35=W|34=2|55=EUR/USD|268=20|" + levels());
            connection.read(new UnsafeBuffer(image), 0, image.length, System.nanoTime());
        }

        private static String levels() {
            StringBuilder levels = new StringBuilder();
            for (int i = 0; i < LEVELS; i++) {
                levels.append(String.format(Locale.ROOT, "269=0|278=%d|270=1.1000%d|271=1|", 4711 + 2 * i, i));
                levels.append(String.format(Locale.ROOT, "269=1|278=%d|270=1.1003%d|271=1|", 4712 + 2 * i, i));
            }
            return levels.toString();
        }
    }
}
