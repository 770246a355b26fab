package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.message.Fix;

final class FixFramerTest {
    private final FixFramer framer =
            new FixFramer(new SnapshotForm("FIX.4.4", Symbols.inSymbol(TapParty.PAIRS), EchoedId.NONE, false));
    private final List<String> pieces = new ArrayList<>();

    private void read(byte[] bytes) {
        framer.read(new UnsafeBuffer(bytes), 0, bytes.length);
        for (int i = 0; i < framer.pieces(); i++) {
            byte[] piece = new byte[framer.end(i) - framer.start(i)];
            framer.buffer().getBytes(framer.start(i), piece);
            pieces.add((framer.garbage(i) ? "garbage " : "") + Fix.text(piece));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anySplitOfAStreamGivesTheSameMessages(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] message = Fix.message("35=0|34=" + i + "|58=" + "x".repeat(random.nextInt(400)) + "|");
            stream.writeBytes(message);
            expected.add(Fix.text(message));
        }
        byte[] bytes = stream.toByteArray();
        int at = 0;
        while (at < bytes.length) {
            int length =
                    Math.min(bytes.length - at, random.nextBoolean() ? 1 + random.nextInt(4) : 1 + random.nextInt(900));
            read(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
        }

        assertThat(pieces).as("seed %d", seed).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void garbageBetweenMessagesLosesNoMessage(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            if (random.nextInt(4) == 0) {
                stream.writeBytes(Fix.bytes(List.of("8=FI", "noise", "8=FIX.4.4|9=abc|", "10=000|", "|", "8=8=8=FIX")
                        .get(random.nextInt(6))));
            }
            byte[] message = Fix.message("35=0|34=" + i + "|");
            stream.writeBytes(message);
            expected.add(Fix.text(message));
        }
        byte[] bytes = stream.toByteArray();
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(60));
            read(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
        }

        assertThat(pieces.stream().filter(piece -> !piece.startsWith("garbage")))
                .as("seed %d", seed)
                .containsExactlyElementsOf(expected);
    }

    @Test
    void aWrongCheckSumIsGarbageUpToTheNextMessage() {
        byte[] broken = Fix.message("35=0|34=1|");
        broken[broken.length - 2] ^= 1;
        read(Fix.join(broken, Fix.message("35=0|34=2|")));

        assertThat(pieces).hasSize(2);
        assertThat(pieces.get(0)).isEqualTo("garbage " + Fix.text(broken));
        assertThat(framer.messages()).isEqualTo(1);
    }

    /** A message inside the data of one that is damaged is none of the connection's. */
    @Test
    void aWrongCheckSumIsGarbageUpToTheEndThatTheLengthSays() {
        String inside = Fix.text(Fix.message("35=W|34=9|55=EUR/USD|"));
        byte[] broken = Fix.message("35=B|34=1|95=" + inside.length() + "|96=" + inside + "|");
        broken[broken.length - 2] ^= 1;
        read(Fix.join(broken, Fix.message("35=0|34=2|")));

        assertThat(pieces).containsExactly("garbage " + Fix.text(broken), Fix.text(Fix.message("35=0|34=2|")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"11=", "1O=", "10:"})
    void aTrailerOfAnotherTagIsGarbageWhateverItStates(String trailer) {
        byte[] broken = Fix.bytes(Fix.text(Fix.message("35=0|34=1|")).replace("10=", trailer));
        read(Fix.join(broken, Fix.message("35=0|34=2|")));

        assertThat(pieces).hasSize(2);
        assertThat(framer.messages()).isEqualTo(1);
    }

    @Test
    void aWrongLengthIsGarbageUpToTheNextMessage() {
        byte[] broken = Fix.bytes(Fix.text(Fix.message("35=0|34=1|")).replace("9=10|", "9=11|"));
        read(Fix.join(broken, Fix.message("35=0|34=2|"), Fix.message("35=0|34=3|")));

        assertThat(pieces).hasSize(3);
        assertThat(framer.messages()).isEqualTo(2);
    }

    @Test
    void theCheckSumOfALongMessageIsRight() {
        byte[] message = Fix.message("58=" + "\u00ff".repeat(50_000) + "|");
        read(message);

        assertThat(pieces).containsExactly(Fix.text(message));
    }

    @Test
    void aReadOfAnyLengthIsFramed() {
        for (int length = 16_300; length < 16_420; length++) {
            byte[] message = Fix.message("35=0|58=" + "x".repeat(length - 40) + "|");
            read(message);

            assertThat(pieces).as("length %d", message.length).containsExactly(Fix.text(message));
            pieces.clear();
        }
    }

    @Test
    void aMessageThatIsTooLongEndsTheSession(@TempDir Path directory) throws InterruptedException {
        TapParty party = new TapParty(directory).logon().read(Fix.bytes("8=FIX.4.4|9=200000|35=W|"));
        party.read(Fix.message("35=W|34=2|55=EUR/USD|268=0|"));

        assertThat(party.told)
                .containsExactly(
                        "logged on",
                        "dropped",
                        "over: BodyLength (9) is '200000': messages of up to 131072 bytes are read");
        assertThat(party.records()).containsExactly("logged on", "malformed", "ended");
    }
}
