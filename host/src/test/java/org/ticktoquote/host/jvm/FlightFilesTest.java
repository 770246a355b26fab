package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.process.JavaCommand;

class FlightFilesTest {
    @TempDir
    private Path folder;

    private FlightFiles files;

    @BeforeEach
    void begin() {
        files = new FlightFiles(folder.resolve("application.jfr"));
    }

    @Test
    void flagsSetFileSizeAndEvents() throws Exception {
        List<String> flags = files.flags(JavaCommand.ownJava());
        assertThat(flags).filteredOn(FlightFiles::hasRecordingFlag).hasSize(1);
        assertThat(FlightFiles.hasRecordingFlag("exec java " + String.join(" ", flags) + " -jar app.jar"))
                .isTrue();
        assertThat(flags.get(2)).contains("filename=\"" + folder.resolve("application.jfr") + "\"", "maxsize=256m");
        assertThat(JvmProbe.problem(JavaCommand.ownJava(), flags)).isEmpty();
        Configuration settings = Configuration.create(folder.resolve("application.jfr.jfc"));
        assertThat(settings.getSettings()).containsEntry("jdk.JavaMonitorEnter#threshold", "1 ms");
        assertThat(new FlightFiles(folder.resolve("none/application.jfr")).flags(JavaCommand.ownJava()))
                .isEqualTo(flags.stream()
                        .map(flag -> flag.replace(
                                folder.toString(), folder.resolve("none").toString()))
                        .toList());
        assertThat(files.flags(Path.of("/bin/echo"))).isEmpty();
    }

    /** Chunks are joined in the order of their names. Cut chunks are dropped, and an open chunk is closed. */
    @Test
    void assemblesChunksOfAKilledJvm() throws Exception {
        Path parts = Files.createDirectories(folder.resolve("application.jfr.parts/2026_11_20_14_12_00_7"));
        Files.write(parts.resolve("2026_11_20_14_12_09.jfr"), chunk(80, 3, 95));
        Files.write(parts.resolve("2026_11_20_14_12_01.jfr"), chunk(90, 0, 90));
        Files.write(parts.resolve("2026_11_20_14_12_20.jfr"), chunk(90, 255, 90));
        Files.write(parts.resolve("2026_11_20_14_12_30.jfr"), Arrays.copyOf(chunk(90, 0, 90), 30));
        files.assemble();
        byte[] expected = Arrays.copyOf(chunk(90, 0, 90), 170);
        System.arraycopy(chunk(80, 0, 80), 0, expected, 90, 80);
        assertThat(folder.resolve("application.jfr")).hasBinaryContent(expected);
        assertThat(folder).isDirectoryNotContaining("glob:**.part*");
    }

    /** Joining fails halfway because the second chunk does not exist yet. */
    @Test
    void recordingAppearsOnlyWhenComplete() throws Exception {
        Path first = Files.write(folder.resolve("2026_11_20_14_12_01.jfr"), chunk(90, 0, 90));
        Path second = folder.resolve("2026_11_20_14_12_09.jfr");
        assertThatThrownBy(() -> files.concatenate(List.of(first, second))).isInstanceOf(NoSuchFileException.class);
        assertThat(folder).isDirectoryNotContaining("glob:**application.jfr*");
        Files.write(second, chunk(80, 0, 80));
        files.concatenate(List.of(first, second));
        assertThat(folder.resolve("application.jfr")).hasSize(170);
    }

    @ParameterizedTest
    @CsvSource({"110, 110", "100, 95"})
    void keepsFinishedRecordingReplacesCutOneAndDeletesOtherFiles(int written, int expected) throws Exception {
        Path parts = Files.createDirectories(folder.resolve("application.jfr.parts/x"));
        Files.write(parts.resolve("2026_11_20_14_12_01.jfr"), chunk(95, 3, 95));
        Files.write(folder.resolve("application.jfr.jfc"), new byte[1]);
        Files.write(folder.resolve("application.jfr"), chunk(110, 0, written));
        files.assemble();
        assertThat(Files.list(folder)).containsExactly(folder.resolve("application.jfr"));
        assertThat(folder.resolve("application.jfr")).hasBinaryContent(chunk(expected, 0, expected));
    }

    @Test
    void writesNothingWithoutChunks() throws Exception {
        files.assemble();
        assertThat(folder).isEmptyDirectory();
    }

    private static byte[] chunk(long size, int state, int bytes) {
        ByteBuffer chunk = ByteBuffer.allocate(bytes);
        chunk.putInt(0x464c5200)
                .putShort((short) 2)
                .putShort((short) 1)
                .putLong(size)
                .putLong(68)
                .putLong(68);
        chunk.put(64, (byte) state);
        return chunk.array();
    }
}
