package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCheckTest {
    private static final int AT = 24;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[AT + 128]);

    private void fill(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        buffer.putBytes(AT, bytes);
    }

    private void flip(int bit) {
        int at = AT + (bit >>> 3);
        buffer.putByte(at, (byte) (buffer.getByte(at) ^ 1 << (bit & 7)));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 32, 56, 64, 72, 120})
    void anyBitChangesIt(int length) {
        Random random = new Random(length);
        for (int round = 0; round < 50; round++) {
            fill(random, length);
            long number = random.nextInt();
            long sound = RecordCheck.of(buffer, AT, length, number);
            for (int bit = 0; bit < length * 8; bit++) {
                flip(bit);
                assertThat(RecordCheck.of(buffer, AT, length, number))
                        .as("length and seed %d, round %d, bit %d", length, round, bit)
                        .isNotEqualTo(sound);
                flip(bit);
            }
            assertThat(RecordCheck.of(buffer, AT, length, number)).isEqualTo(sound);
        }
    }

    @Test
    void anyTwoBitsOfATickChangeIt() {
        for (int seed = 1; seed <= 5; seed++) {
            fill(new Random(seed), TickRecord.LENGTH);
            long sound = RecordCheck.of(buffer, AT, TickRecord.LENGTH, seed);
            for (int first = 0; first < TickRecord.LENGTH * 8; first++) {
                flip(first);
                for (int second = first + 1; second < TickRecord.LENGTH * 8; second++) {
                    flip(second);
                    if (RecordCheck.of(buffer, AT, TickRecord.LENGTH, seed) == sound) {
                        throw new AssertionError("seed %d: bits %d and %d".formatted(seed, first, second));
                    }
                    flip(second);
                }
                flip(first);
            }
        }
    }

    @Test
    void theSameRecordInAnotherPlaceHasAnother() {
        fill(new Random(7), TickRecord.LENGTH);
        assertThat(LongStream.range(0, 10_000)
                        .map(number -> RecordCheck.of(buffer, AT, TickRecord.LENGTH, number))
                        .distinct())
                .hasSize(10_000);
    }

    @Test
    void recordsOfZerosDoNotCheckThemselves() {
        for (int number = 0; number < 100_000; number++) {
            assertThat(RecordCheck.of(buffer, AT, TickRecord.LENGTH, number)).isNotZero();
        }
    }

    /** The formula as its Javadoc states it: a change here makes every older journal unreadable. */
    @Test
    void hasItsDocumentedValue() {
        buffer.putLong(AT, 1, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(AT + 8, -2, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(AT + 16, 3, ByteOrder.LITTLE_ENDIAN);

        assertThat(RecordCheck.of(buffer, AT, 24, 5)).isEqualTo(0xee5ee40f667f6d19L);
    }
}
