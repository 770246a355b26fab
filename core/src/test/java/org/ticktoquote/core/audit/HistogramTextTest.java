package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class HistogramTextTest {
    private static final int COOKIE = 0x1c849303 | 0x10;
    private static final int COMPRESSED_COOKIE = 0x1c849304 | 0x10;

    @Test
    void roundTripsAHistogram() {
        Histogram histogram = new Histogram(3);
        for (long value = 1; value < Long.MAX_VALUE / 3; value *= 3) {
            histogram.recordValueWithCount(value, value % 1_000);
        }
        assertThat(HistogramText.parse(HistogramText.of(histogram))).isEqualTo(histogram);
        assertThat(HistogramText.parse(HistogramText.of(new Histogram(3))).getTotalCount())
                .isZero();
    }

    @Test
    void rejectsAHeaderWithAWrongLengthAndOtherText() throws IOException {
        for (int claimed : new int[] {Integer.MAX_VALUE, -1, 1 << 30}) {
            ByteBuffer header = ByteBuffer.allocate(40)
                    .putInt(COOKIE)
                    .putInt(claimed)
                    .putInt(0)
                    .putInt(3);
            header.putLong(1).putLong(Long.MAX_VALUE).putDouble(1);
            ByteArrayOutputStream deflated = new ByteArrayOutputStream();
            try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
                out.write(header.array());
            }
            ByteBuffer text = ByteBuffer.allocate(8 + deflated.size());
            text.putInt(COMPRESSED_COOKIE).putInt(deflated.size()).put(deflated.toByteArray());
            assertThatThrownBy(() -> HistogramText.parse(Base64.getEncoder().encodeToString(text.array())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("not a histogram: its header and its length do not agree");
        }

        for (String text : new String[] {"", "AAAA", "%%%%", "HISTFAAAAAA="}) {
            assertThatThrownBy(() -> HistogramText.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
