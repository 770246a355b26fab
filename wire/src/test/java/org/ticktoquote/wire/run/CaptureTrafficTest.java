package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.wire.CaptureFiles;

final class CaptureTrafficTest {
    private static final long NOW = 1_795_000_000_000_000_000L;

    @TempDir
    private Path folder;

    private Traffic.Span span(long... times) throws IOException {
        CaptureFiles file = CaptureFiles.pcap();
        for (long timeNs : times) {
            file.frame(timeNs, new byte[60]);
        }
        Path path = Files.write(folder.resolve("x.pcap"), file.toBytes());
        return new CaptureTraffic(List.of(path), Optional.empty()).replay(packet -> {}, flow -> null);
    }

    @Test
    void aCaptureBeginsWithItsEarliestFrame() throws IOException {
        long hour = TimeUnit.HOURS.toNanos(1);

        assertThat(span(NOW + hour, NOW, NOW + 1)).isEqualTo(new Traffic.Span(NOW, NOW + hour));
    }

    @Test
    void aFrameFarAheadOfItsNeighboursHasNoPartInTheTimeOfACapture() throws IOException {
        assertThat(span(NOW, NOW + TimeUnit.DAYS.toNanos(4000), NOW + 1)).isEqualTo(new Traffic.Span(NOW, NOW + 1));
    }

    @Test
    void whatIsAddedToAFileWhileItIsReadIsLeftOut() throws IOException {
        CaptureFiles file = CaptureFiles.pcap().frame(NOW, new byte[60]).frame(NOW + 9, new byte[60]);
        Path path = Files.write(folder.resolve("x.pcap"), file.toBytes());
        CaptureTraffic traffic = new CaptureTraffic(List.of(path), Optional.empty());
        Traffic.Span first = traffic.replay(packet -> {}, flow -> null);

        Files.write(path, file.frame(NOW + 20, new byte[60]).toBytes());

        assertThat(traffic.replay(packet -> {}, flow -> null)).isEqualTo(first);
    }

    @Test
    void framesOfDifferentYearsAreRefusedWithTheirTimes() {
        assertThatThrownBy(() -> span(NOW + TimeUnit.DAYS.toNanos(4000), NOW, NOW + 1))
                .hasMessageContaining("x.pcap")
                .hasMessageContaining("2026-11")
                .hasMessageContaining("2037");
    }
}
