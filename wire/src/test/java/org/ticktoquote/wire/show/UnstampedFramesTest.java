package org.ticktoquote.wire.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.stamp.StampFormat;

class UnstampedFramesTest {
    private static final long BEGIN_S = 1_795_000_000;
    private static final short LLDP = (short) 0x88CC;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"10, note: 10 frames without a stamp", "100, reservation: 100 frames without a stamp"})
    void reportsManyFramesWithoutAStampAsAReservation(int unstamped, String expected) throws IOException {
        CaptureFiles file = CaptureFiles.pcap();
        for (int i = 0; i < 200; i++) {
            int ns = i * 1_000_000;
            ByteBuffer frame = ByteBuffer.allocate(100).position(92);
            file.frame(
                    BEGIN_S * 1_000_000_000 + ns,
                    frame.putInt((int) BEGIN_S).putInt(1 << 30 | ns).array());
            if (i < unstamped) {
                file.frame(
                        BEGIN_S * 1_000_000_000 + ns,
                        ByteBuffer.allocate(60).putShort(12, LLDP).array());
            }
        }
        StringWriter out = new StringWriter();
        PrintWriter to = new PrintWriter(out);
        new CaptureListing(
                        List.of(file.write(folder.resolve("x.pcap"))),
                        Optional.of(StampFormat.VSS),
                        CaptureListing.Contents.STREAMS,
                        ListForm.TEXT,
                        List.of(),
                        "",
                        "",
                        List.of())
                .print(to, to, Progress.onStandardError());

        assertThat(out.toString()).contains(expected).doesNotContain("drift");
    }
}
