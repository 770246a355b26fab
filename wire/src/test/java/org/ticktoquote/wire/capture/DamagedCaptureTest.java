package org.ticktoquote.wire.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.wire.CaptureFiles.ETHERNET;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.FrameBytes;

class DamagedCaptureTest extends CapturesFixture {
    static Stream<Arguments> damaged() {
        byte[] version = CaptureFiles.pcap().toBytes();
        version[4] = 9;
        byte[] huge = CaptureFiles.pcap().frame(NOW, text("x")).toBytes();
        huge[24 + 11] = 1;
        byte[] trailer = CaptureFiles.pcapng(LITTLE_ENDIAN).describe(ETHERNET).toBytes();
        trailer[trailer.length - 4]++;
        CaptureFiles options = CaptureFiles.pcapng(LITTLE_ENDIAN);
        return Stream.of(
                Arguments.of(text("PNG!"), "byte 0: not a sound capture: magic"),
                Arguments.of(new byte[0], "byte 0: not a sound capture: is empty"),
                Arguments.of(Arrays.copyOf(version, 20), "byte 0: not a sound capture: ends within its header"),
                Arguments.of(version, "byte 4: not a sound capture: version: '9', expected pcap 2.4"),
                Arguments.of(
                        FrameBytes.join(
                                CaptureFiles.pcap().frame(NOW, text("x")).toBytes(), new byte[64]),
                        "byte 41: not a sound capture: length of a frame on the wire: '0'"),
                Arguments.of(huge, "byte 24: not a sound capture: length of a frame: '16777"),
                Arguments.of(
                        CaptureFiles.pcapng(LITTLE_ENDIAN)
                                .enhanced(0, 0, text("x"))
                                .toBytes(),
                        "byte 36: not a sound capture: interface: '0', expected below 0"),
                Arguments.of(trailer, "byte 44: not a sound capture: length after a block: '21', expected 20"),
                Arguments.of(
                        options.describe(ETHERNET, FrameBytes.bytes(9, 0, 77, 0))
                                .toBytes(),
                        "byte 44: not a sound capture: length of an option: '77'"),
                Arguments.of(
                        CaptureFiles.pcapng(BIG_ENDIAN)
                                .describe(ETHERNET, 19, 0)
                                .toBytes(),
                        "byte 48: not a sound capture: if_tsresol: '13'"));
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void refusesADamagedCaptureWithItsPosition(byte[] file, String message) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageContaining(folder.resolve("capture").toString())
                .hasMessageContaining(message)
                .hasMessageContaining("expected");
    }

    @Test
    void deliversFramesBeforeDamage() {
        byte[] file = FrameBytes.join(
                CaptureFiles.pcap()
                        .frame(NOW + 1, text("b"))
                        .frame(NOW, text("a"))
                        .toBytes(),
                FrameBytes.bytes(1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 0x7F, 1, 2, 3, 4));
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("byte 58: ");
        assertThat(read).extracting(Read::text).containsExactly("a", "b");
    }

    /** A file with any changes is read, or refused with the usual message. */
    @Test
    void readsOrRefusesEveryChangedFile() {
        long seed = 380_038;
        Random random = new Random(seed);
        List<byte[]> seeds = List.of(
                CaptureFiles.pcap()
                        .frame(NOW, text("first"))
                        .frame(NOW + 1, text("second"))
                        .toBytes(),
                CaptureFiles.pcapng()
                        .frame(NOW, text("first"))
                        .simple(text("second"))
                        .old(0, 1, NOW, text("third"))
                        .statistics(0, 1)
                        .toBytes());
        for (int i = 0; i < 300; i++) {
            byte[] file = seeds.get(i % 2).clone();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                file[random.nextInt(file.length)] =
                        (byte) (random.nextBoolean() ? random.nextInt(256) : random.nextInt(3) - 1);
            }
            try {
                read(random.nextInt(3) == 0 ? Arrays.copyOf(file, random.nextInt(file.length)) : file);
            } catch (ProblemException refusal) {
                assertThat(refusal).as("seed %d, %d", seed, i).hasMessageContaining("capture: byte ");
            }
        }
    }

    @Test
    void refusesFilesThatCannotBeRead() {
        assertThatThrownBy(() -> read(folder.resolve("missing")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("no such file");
    }
}
