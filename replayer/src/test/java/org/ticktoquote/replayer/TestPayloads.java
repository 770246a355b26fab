package org.ticktoquote.replayer;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingWriter;

/** Creates small recordings of payloads. */
public final class TestPayloads {
    private TestPayloads() {}

    /** Creates payloads on alternating lines, with a number of ticks each. Times are relative to {@link TestRecording#BEGIN_NS}. */
    public static Recording of(
            Path folder,
            String declaration,
            int count,
            int lines,
            IntToLongFunction timeNs,
            IntFunction<byte[]> bytes,
            IntToLongFunction ticks) {
        Path file = folder.resolve("payloads.t2q");
        try (RecordingWriter writer = RecordingWriter.ofPayloads(
                OutputFile.claim(file), TestRecording.INSTRUMENTS, TestRecording.VENUES, 0, declaration, false)) {
            for (int i = 0; i < count; i++) {
                long atNs = TestRecording.BEGIN_NS + timeNs.applyAsLong(i);
                writer.payload(new RecordedPayload(atNs, i % lines, i, ByteBuffer.wrap(bytes.apply(i))));
                for (long tick = 0; tick < ticks.applyAsLong(i); tick++) {
                    writer.append(new RecordedQuote(atNs, (int) tick % 2, 0, Price.NONE, Price.NONE, 0, 0));
                }
            }
        }
        return Recording.open(file);
    }

    /** Returns a declaration of one line and further keys. */
    public static String declaration(String more) {
        return "lines: {A: {to: '239.1.1.1:5001', instrument: EUR/USD}}\n" + more;
    }
}
