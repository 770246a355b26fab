package org.ticktoquote.core.audit;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A histogram as text, in HdrHistogram's own compressed form and Base64. */
public final class HiccupText {
    private HiccupText() {}

    /** The text of a histogram. */
    public static String of(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /**
     * The histogram of a text.
     *
     * @throws IllegalArgumentException when it is not one
     */
    public static Histogram parse(String text) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
            histogram.setAutoResize(true);
            return histogram;
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
        }
    }
}
