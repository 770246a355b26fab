package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCheckTest {
    private static final int AT = 24;
    private static final Path FILE = Path.of("a.journal");

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(AT + 128 + Checksum.RECORD_CHECK);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final Checksum check = new Checksum(bytes, buffer);

    private void fill(Random random, int length) {
        byte[] record = new byte[length];
        random.nextBytes(record);
        buffer.putBytes(AT, record);
    }

    private void flip(int bit) {
        int at = AT + (bit >>> 3);
        buffer.putByte(at, (byte) (buffer.getByte(at) ^ 1 << (bit & 7)));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 32, 56, 64, 72, 120})
    void detectsAnyFlippedBit(int length) {
        Random random = new Random(length);
        for (int round = 0; round < 10; round++) {
            long number = random.nextLong();
            fill(random, length);
            check.put(AT, length, number);
            check.verify(FILE, AT, length, number);
            for (int bit = 0; bit < (length + Checksum.RECORD_CHECK) * 8; bit++) {
                flip(bit);
                assertThatThrownBy(() -> check.verify(FILE, AT, length, number))
                        .as("length and seed %d, round %d, bit %d", length, round, bit)
                        .isInstanceOf(JournalException.class);
                flip(bit);
            }
        }
    }

    @Test
    void anyTwoBitsOfATickChangeTheChecksum() {
        fill(new Random(5), TickRecord.LENGTH);
        int sound = check.of(AT, TickRecord.LENGTH);
        for (int first = 0; first < TickRecord.LENGTH * 8; first++) {
            flip(first);
            for (int second = first + 1; second < TickRecord.LENGTH * 8; second++) {
                flip(second);
                if (check.of(AT, TickRecord.LENGTH) == sound) {
                    throw new AssertionError("bits %d and %d".formatted(first, second));
                }
                flip(second);
            }
            flip(first);
        }
    }

    @Test
    void detectsARecordInThePlaceOfAnother() {
        fill(new Random(7), 16);
        check.put(AT, 16, 3);

        assertThatThrownBy(() -> check.verify(FILE, AT, 16, 4))
                .isInstanceOf(JournalException.class)
                .hasMessage("a.journal: byte 24: record 5: number: '4', expected 5 (another record is in its place)");

        long number = (1L << 32) + 5;
        fill(new Random(8), 16);
        check.put(AT, 16, number);

        assertThatCode(() -> check.verify(FILE, AT, 16, number)).doesNotThrowAnyException();
    }

    @Test
    void detectsAnUnwrittenRecordOfZeros() {
        assertThatThrownBy(() -> check.verify(FILE, AT, 72, 0))
                .isInstanceOf(JournalException.class)
                .hasMessageMatching(
                        "a.journal: byte 24: record 1: checksum: '0{8}', expected [0-9a-f]{8} \\(the record is damaged\\)");
    }

    /** A change here makes every older journal unreadable and needs a new version of the header. */
    @Test
    void hasItsDocumentedBytes() {
        fill(new Random(9), 16);
        check.put(AT, 16, 0x1_0203_0405L);

        byte[] covered = new byte[16];
        buffer.getBytes(AT, covered);
        CRC32C crc = new CRC32C();
        crc.update(covered);
        assertThat(buffer.getInt(AT + 16, LITTLE_ENDIAN)).isEqualTo(0x0203_0405);
        assertThat(buffer.getInt(AT + 20, LITTLE_ENDIAN)).isEqualTo((int) crc.getValue());
    }
}
