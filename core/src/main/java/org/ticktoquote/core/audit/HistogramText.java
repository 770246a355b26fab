package org.ticktoquote.core.audit;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/** Converts histograms to and from Base64 text of HdrHistogram's compressed encoding. An instance is not thread-safe. */
public final class HistogramText {
    private static final int COMPRESSED = 2 * Integer.BYTES;
    private static final int PAYLOAD_LENGTH = 4;
    private static final int INDEX_OFFSET = 8;
    private static final int DIGITS = 12;
    private static final int HEADER = 40;
    private static final int EXPECTED_DIGITS = 3;
    private static final int MAX_BYTES = 1 << 19;
    private static final long MAX_VALUES = 1L << 40;
    /** Buffer shared by all parsers, which lock the class. Empty in processes that only encode. */
    private static byte[] shared = {};

    private ByteBuffer bytes = ByteBuffer.allocate(0);

    HistogramText() {}

    public static String of(Histogram histogram) {
        return new HistogramText().encode(histogram);
    }

    /** Encodes a histogram in a reused buffer. */
    String encode(Histogram histogram) {
        int capacity = histogram.getNeededByteBufferCapacity();
        bytes = bytes.capacity() < capacity ? ByteBuffer.allocate(capacity) : bytes.clear();
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /**
     * Parses a histogram.
     *
     * @throws IllegalArgumentException if the text is not a valid histogram
     */
    public static Histogram parse(String text) {
        try {
            byte[] compressed = Base64.getDecoder().decode(text);
            Histogram histogram;
            synchronized (HistogramText.class) {
                shared = shared.length == 0 ? new byte[MAX_BYTES] : shared;
                histogram = Histogram.decodeFromByteBuffer(inflated(compressed, shared), 0);
            }
            histogram.setAutoResize(true);
            if (histogram.getTotalCount() < 0 || histogram.getTotalCount() > MAX_VALUES) {
                throw new IllegalArgumentException("it counts " + histogram.getTotalCount() + " values");
            }
            return histogram;
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
        }
    }

    /**
     * Inflates the bytes and checks their lengths, because HdrHistogram trusts any length. The limit fits the largest
     * histogram that t2q writes.
     */
    private static ByteBuffer inflated(byte[] compressed, byte[] to) throws DataFormatException {
        ByteBuffer header = ByteBuffer.wrap(compressed);
        header.getInt(); // cookie of the compressed form
        int length = header.getInt();
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed, COMPRESSED, Math.min(length, compressed.length - COMPRESSED));
            int size = inflater.inflate(to);
            ByteBuffer bytes = ByteBuffer.wrap(to, 0, size);
            boolean sound = inflater.finished()
                    && size >= HEADER
                    && bytes.getInt(PAYLOAD_LENGTH) == size - HEADER
                    && bytes.getInt(INDEX_OFFSET) == 0
                    && bytes.getInt(DIGITS) == EXPECTED_DIGITS;
            if (!sound) {
                throw new DataFormatException("its header and its length do not agree");
            }
            return bytes;
        } finally {
            inflater.end();
        }
    }
}
