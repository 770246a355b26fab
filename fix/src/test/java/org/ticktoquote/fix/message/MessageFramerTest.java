package org.ticktoquote.fix.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;

final class MessageFramerTest {
    private final MessageFramer framer = MessageFramer.of("FIX.4.4", TimestampEdge.LAST_BYTE);
    private final List<String> pieces = new ArrayList<>();

    private void read(byte[] bytes) {
        framer.read(new UnsafeBuffer(bytes), 0, bytes.length, 1);
        for (int i = 0; i < framer.pieces(); i++) {
            byte[] piece = new byte[framer.end(i) - framer.start(i)];
            framer.buffer().getBytes(framer.start(i), piece);
            pieces.add((framer.isGarbage(i) ? "garbage " : "") + Fix.text(piece));
        }
    }

    private void readInPieces(byte[] bytes, IntSupplier length) {
        int end;
        for (int at = 0; at < bytes.length; at = end) {
            end = Math.min(bytes.length, at + length.getAsInt());
            read(Arrays.copyOfRange(bytes, at, end));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14})
    void anySplitOfAStreamGivesTheSameMessagesDespiteGarbage(long seed) {
        Random random = new Random(seed);
        boolean garbage = seed > 8;
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            if (garbage && random.nextInt(4) == 0) {
                stream.writeBytes(Fix.bytes(List.of("8=FI", "noise", "8=FIX.4.4|9=abc|", "10=000|", "|", "8=8=8=FIX")
                        .get(random.nextInt(6))));
            }
            byte[] message = Fix.message("35=0|34=" + i + "|58=" + "x".repeat(random.nextInt(400)) + "|");
            stream.writeBytes(message);
            expected.add(Fix.text(message));
        }
        readInPieces(stream.toByteArray(), () -> 1 + random.nextInt(random.nextBoolean() ? 4 : 900));

        assertThat(pieces.stream().filter(piece -> !piece.startsWith("garbage")))
                .as("seed %d", seed)
                .containsExactlyElementsOf(expected);
        assertThat(pieces.size() > expected.size()).as("seed %d", seed).isEqualTo(garbage);
    }

    /** Wrong are the checksum, the tag of the checksum or the length. */
    @ParameterizedTest
    @CsvSource({"34=1, 34=9", "10=, 11=", "10=, 1O=", "10=, 10:", "9=10, 9=11"})
    void brokenMessageIsGarbageUpToTheNextMessage(String sound, String broken) {
        String garbage = Fix.text(Fix.message("35=0|34=1|")).replace(sound, broken);
        byte[] second = Fix.message("35=0|34=2|");
        byte[] third = Fix.message("35=0|34=3|");
        read(Fix.join(Fix.bytes(garbage), second, third));

        assertThat(pieces).containsExactly("garbage " + garbage, Fix.text(second), Fix.text(third));
        assertThat(framer.messages()).isEqualTo(2);
    }

    /** A message inside the data of a damaged message does not count. */
    @Test
    void wrongCheckSumIsGarbageUpToTheEndGivenByTheLength() {
        String inside = Fix.text(Fix.message("35=W|34=9|55=EUR/USD|"));
        byte[] broken = Fix.message("35=B|34=1|95=" + inside.length() + "|96=" + inside + "|");
        broken[broken.length - 2] ^= 1;
        read(Fix.join(broken, Fix.message("35=0|34=2|")));

        assertThat(pieces).containsExactly("garbage " + Fix.text(broken), Fix.text(Fix.message("35=0|34=2|")));
    }

    @Test
    void verifiesTheCheckSumOfALongMessage() {
        byte[] message = Fix.message("58=" + "\u00ff".repeat(50_000) + "|");
        read(message);

        assertThat(pieces).containsExactly(Fix.text(message));
    }

    @Test
    void framesReadsOfAnyLength() {
        for (int length = 16_300; length < 16_420; length++) {
            byte[] message = Fix.message("35=0|58=" + "x".repeat(length - 40) + "|");
            read(message);

            assertThat(pieces).as("length %d", message.length).containsExactly(Fix.text(message));
            pieces.clear();
        }
    }

    /** Expected times are computed byte by byte. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void anySplitOfAStreamGivesTheSameMessageTimes(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<Integer> bounds = new ArrayList<>(List.of(0));
        for (int i = 0; i < 200; i++) {
            stream.writeBytes(
                    random.nextInt(9) == 0
                            ? Fix.bytes("8=FIX.4.4|9=7|noise")
                            : Fix.message("35=0|58=" + "x".repeat(random.nextInt(90)) + "|"));
            bounds.add(stream.size());
        }
        byte[] bytes = stream.toByteArray();
        long[] byteTimes = new long[bytes.length];
        int[] ends = new int[bytes.length];
        long[] times = new long[bytes.length];
        int reads = 0;
        for (int at = 0; at < bytes.length; reads++) {
            int end = Math.min(bytes.length, at + 1 + random.nextInt(random.nextBoolean() ? 6 : 300));
            times[reads] = random.nextInt(1_000);
            Arrays.fill(byteTimes, at, end, times[reads]);
            ends[reads] = end;
            at = end;
        }
        List<Long> first = new ArrayList<>();
        List<Long> last = new ArrayList<>();
        for (int i = 0; i + 1 < bounds.size(); i++) {
            if (bytes[bounds.get(i + 1) - 1] == 1) {
                first.add(byteTimes[bounds.get(i)]);
                last.add(Arrays.stream(byteTimes, bounds.get(i), bounds.get(i + 1))
                        .max()
                        .getAsLong());
            }
        }
        ends = Arrays.copyOf(ends, reads);

        assertThat(messageTimes(TimestampEdge.FIRST_BYTE, bytes, ends, times))
                .as("seed %d", seed)
                .isEqualTo(first);
        assertThat(messageTimes(TimestampEdge.LAST_BYTE, bytes, ends, times))
                .as("seed %d", seed)
                .isEqualTo(last);
    }

    private static List<Long> messageTimes(TimestampEdge edge, byte[] bytes, int[] ends, long[] times) {
        MessageFramer timed = MessageFramer.of("FIX.4.4", edge);
        List<Long> found = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < ends.length; at = ends[i++]) {
            timed.read(new UnsafeBuffer(bytes), at, ends[i] - at, times[i]);
            for (int piece = 0; piece < timed.pieces(); piece++) {
                if (!timed.isGarbage(piece)) {
                    found.add(timed.timeNs(piece));
                }
            }
        }
        return found;
    }

    @Test
    void framesMessagesOfEveryVersion() {
        byte[] bytes = Fix.join(
                Fix.message("FIX.4.2", "35=0|34=1|"),
                Fix.message("FIXT.1.1", "35=0|34=2|"),
                Fix.bytes("8=FIX.4.4|8=FIX.x"),
                Fix.message("FIX.4.4", "35=0|34=3|"));
        for (int length = 1; length < bytes.length; length++) {
            MessageFramer any = MessageFramer.ofAnyVersion(TimestampEdge.LAST_BYTE);
            int messages = 0;
            for (int at = 0; at < bytes.length; at += length) {
                any.read(new UnsafeBuffer(bytes), at, Math.min(length, bytes.length - at), at);
                messages += any.messages();
            }
            assertThat(messages).as("in reads of %d", length).isEqualTo(3);
        }
    }
}
