package org.ticktoquote.replayer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingWriter;

/** Creates small recordings. */
public final class TestRecording {
    /** 2026-11-06T13:30:00Z, the first time of all test recordings. */
    public static final long BEGIN_NS = 1_793_971_800_000_000_000L;

    public static final List<Instrument> INSTRUMENTS =
            List.of(new Instrument(0, "EUR/USD", 100_000, 10_000), new Instrument(1, "USD/JPY", 10_000_000, 1_000_000));
    public static final List<String> VENUES = List.of("ALPHA", "BETA");

    private TestRecording() {}

    /** Creates and opens a recording of the quotes. */
    public static Recording of(Path folder, List<RecordedQuote> quotes) {
        return Recording.open(file(folder, quotes));
    }

    /** Creates a recording of the quotes and returns its file. */
    public static Path file(Path folder, List<RecordedQuote> quotes) {
        Path file = folder.resolve("test.t2q");
        try (RecordingWriter writer = RecordingWriter.create(file, INSTRUMENTS, VENUES, 0)) {
            quotes.forEach(writer::append);
        }
        return file;
    }

    /** Returns quotes of all markets in turn, some one-sided. Times are relative to {@link #BEGIN_NS}. */
    public static List<RecordedQuote> quotes(int count, LongUnaryOperator timeNs) {
        Random random = new Random(7);
        List<RecordedQuote> quotes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long bid = 1_085_000_000L + random.nextInt(100) * 10_000L;
            quotes.add(new RecordedQuote(
                    BEGIN_NS + timeNs.applyAsLong(i),
                    i % 2,
                    i / 2 % 2,
                    i % 7 == 5 ? Price.NONE : bid,
                    i % 7 == 6 ? Price.NONE : bid + 20_000,
                    1_000_000L * (i + 1),
                    2_000_000L));
        }
        return quotes;
    }

    /** Returns one quote with both quantities 1,000,000. */
    public static RecordedQuote quote(long timeNs, int instrument, int venue, long bid, long ask) {
        return new RecordedQuote(BEGIN_NS + timeNs, instrument, venue, bid, ask, 1_000_000, 1_000_000);
    }
}
