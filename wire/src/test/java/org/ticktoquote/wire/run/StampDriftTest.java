package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.stamp.StampFormat;

class StampDriftTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long BEGIN_S = 1_795_000_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"1000, 0", "1002, 1"})
    void implausibleDriftOfAStampClockIsReportedAsAStep(int thousandths, int steps) throws IOException {
        CaptureFiles file = CaptureFiles.pcap();
        for (int i = 0; i < 400; i++) {
            long passedNs = i * SECOND_NS / 100;
            long stampNs = passedNs * thousandths / 1000;
            ByteBuffer frame = ByteBuffer.allocate(100).position(92);
            frame.putInt((int) (BEGIN_S + stampNs / SECOND_NS)).putInt((int) (1 << 30 | stampNs % SECOND_NS));
            file.frame(BEGIN_S * SECOND_NS + passedNs, frame.array());
        }
        Path path = Files.write(folder.resolve("x.pcap"), file.toBytes());
        Traffic.Facts facts = new CaptureTraffic(List.of(path), Optional.of(StampFormat.VSS))
                .replay(packet -> {}, flow -> null, () -> {});

        assertThat(facts.stamps()).isEqualTo("vss");
        assertThat(facts.steps()).isEqualTo(steps);
        assertThat(String.valueOf(facts.others().get("steps")).contains("all the time"))
                .isEqualTo(steps > 0);
    }
}
