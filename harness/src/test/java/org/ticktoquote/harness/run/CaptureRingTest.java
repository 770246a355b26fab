package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.RunDirectory;

class CaptureRingTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "10 20 30, false",
        "10, false",
        "10 10 -, false",
        "30 20, true",
        "-, false",
        "- 20 30, true",
        "4294967290 4294967295, false",
    })
    void isOverwrittenIfAFileStartsLaterThanTheNext(String seconds, boolean overwritten) throws IOException {
        String[] files = seconds.split(" ");
        for (int i = 0; i < files.length; i++) {
            ByteBuffer file = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
            if (files[i].equals("-")) {
                file.limit(24);
            } else {
                file.putInt(24, (int) Long.parseLong(files[i]));
            }
            byte[] bytes = new byte[file.limit()];
            file.get(bytes);
            Files.write(folder.resolve("capture-2.pcap" + i), bytes);
        }
        assertThat(PacketCaptures.isOverwritten(new RunDirectory(folder), "capture-2"))
                .isEqualTo(overwritten);
        assertThat(PacketCaptures.files(new RunDirectory(folder), "capture-2")).hasSize(files.length);
    }
}
