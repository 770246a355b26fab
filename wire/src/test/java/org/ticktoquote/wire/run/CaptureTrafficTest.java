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
import org.ticktoquote.wire.stamp.StampFormat;

final class CaptureTrafficTest {
    private static final long NOW = 1_795_000_000_000_000_000L;

    @TempDir
    private Path folder;

    private List<Long> span(long... times) throws IOException {
        CaptureFiles file = CaptureFiles.pcap();
        for (long timeNs : times) {
            file.frame(timeNs, new byte[60]);
        }
        Path path = Files.write(folder.resolve("x.pcap"), file.toBytes());
        return span(new CaptureTraffic(List.of(path), Optional.empty()));
    }

    private static List<Long> span(CaptureTraffic traffic) {
        Traffic.Facts facts = traffic.replay(packet -> {}, flow -> null, () -> {});
        return List.of(facts.fromNs(), facts.toNs());
    }

    @Test
    void captureStartsWithItsEarliestFrame() throws IOException {
        long hour = TimeUnit.HOURS.toNanos(1);

        assertThat(span(NOW + hour, NOW, NOW + 1)).containsExactly(NOW, NOW + hour);
    }

    @Test
    void ignoresAFrameFarAheadInTheTimeSpanOfACapture() throws IOException {
        assertThat(span(NOW, NOW + TimeUnit.DAYS.toNanos(4000), NOW + 1)).containsExactly(NOW, NOW + 1);
    }

    @Test
    void ignoresFramesAppendedAfterTheFirstPass() throws IOException {
        CaptureFiles file = CaptureFiles.pcap().frame(NOW, new byte[60]).frame(NOW + 9, new byte[60]);
        Path path = Files.write(folder.resolve("x.pcap"), file.toBytes());
        CaptureTraffic traffic = new CaptureTraffic(List.of(path), Optional.empty());
        List<Long> first = span(traffic);

        Files.write(path, file.frame(NOW + 20, new byte[60]).toBytes());

        assertThat(span(traffic)).isEqualTo(first);
    }

    @Test
    void refusesAStampFormatThatNoFrameHas() throws IOException {
        Path path = Files.write(
                folder.resolve("x.pcap"),
                CaptureFiles.pcap().frame(NOW, new byte[60]).toBytes());

        assertThatThrownBy(() -> span(new CaptureTraffic(List.of(path), Optional.of(StampFormat.EXABLAZE))))
                .hasMessageContaining("x.pcap: has no frame with a time of --stamps exablaze");
    }

    @Test
    void refusesFramesOfDifferentYearsWithTheirTimes() {
        assertThatThrownBy(() -> span(NOW + TimeUnit.DAYS.toNanos(4000), NOW, NOW + 1))
                .hasMessageContaining("x.pcap")
                .hasMessageContaining("2026-11")
                .hasMessageContaining("2037");
    }
}
