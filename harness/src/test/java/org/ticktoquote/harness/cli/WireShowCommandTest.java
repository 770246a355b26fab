package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.command.T2qLine;

final class WireShowCommandTest {
    @TempDir
    private Path folder;

    private Path capture = Path.of("");

    /** Writes a capture with an IP packet without payload: nothing to measure. */
    @BeforeEach
    void write() throws IOException {
        ByteBuffer file = ByteBuffer.allocate(24 + 16 + 20).order(ByteOrder.LITTLE_ENDIAN);
        // magic number, version 2.4, zone, accuracy, longest packet, raw IP; second, nanosecond, two lengths
        IntStream.of(0xA1B23C4D, 0x40002, 0, 0, 65_535, 101, 1_800_000_000, 7, 20, 20)
                .forEach(file::putInt);
        file.put((byte) 0x45).put(43, (byte) 20);
        capture = Files.write(folder.resolve("made.pcap"), file.array());
    }

    private int run(T2qLine line, String arguments) {
        return line.run(
                ("wire show " + arguments).replace("FILE", capture.toString()).split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --streams                      | no capture, expected at least one file
            FILE --format xml              | --format: 'xml', expected text, jsonl or csv
            FILE --packets --messages      | --streams, --packets and --messages: expected one of them
            FILE --packets --type W        | --type: expected only with --messages
            FILE --stamps sundial          | --stamps: 'sundial', expected auto, kernel
            FILE.no                        | no such file
            - --messages                   | '-', expected a file
            """)
    void refusesInvalidOptions(String arguments, String message) {
        T2qLine line = new T2qLine();
        assertThat(run(line, arguments)).isEqualTo(2);
        assertThat(line.err()).contains(message);
        assertThat(line.out()).isEmpty();
    }

    @Test
    void refusesAMistypedShowAndADamagedFile() throws IOException {
        T2qLine line = new T2qLine();
        assertThat(line.run("wire", "shwo", capture.toString())).isEqualTo(2);
        assertThat(line.err()).contains("'shwo', expected a capture or the subcommand show");

        Files.writeString(capture, "no capture at all, but a text that is long enough for a header");
        line = new T2qLine();
        assertThat(run(line, "FILE")).isEqualTo(5);
        assertThat(line.err()).contains(capture + ": byte 0: ");
    }

    @Test
    void verdictIsPrintedFirstAndSetsTheStatus() {
        T2qLine text = new T2qLine();
        assertThat(run(text, "FILE --stamps kernel")).isEqualTo(3);
        assertThat(text.out())
                .startsWith(capture + ": not fit\n1 frame from 2027-01-15T08:00:00.000000007Z")
                .contains("\nnote: times: kernel as requested");

        T2qLine csv = new T2qLine();
        assertThat(run(csv, "FILE --messages --format CSV --type W,tick --stream udp:0 --from 08:00 --to 08:01"))
                .isEqualTo(2);
        assertThat(run(csv, "FILE --messages --format csv --type W,tick --from 08:00 --to 08:01"))
                .isEqualTo(3);
        assertThat(csv.out()).isEqualTo("frame,time,stream,sender,target,type,number,symbol,symbols,bid,ask\n");
        assertThat(csv.err()).contains(capture + ": not fit\n");
    }

    @Test
    void captureOfAPipeIsKeptIfItCannotBeMeasured() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process writer = new ProcessBuilder("cp", capture.toString(), pipe.toString()).start();
        T2qLine line = new T2qLine();
        assertThat(line.run(
                        "wire", pipe.toString(), "--out", folder.resolve("run").toString()))
                .isEqualTo(5);
        assertThat(writer.waitFor()).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("run")))
                    .singleElement(as(InstanceOfAssertFactories.PATH))
                    .hasSameBinaryContentAs(capture);
        }
    }
}
