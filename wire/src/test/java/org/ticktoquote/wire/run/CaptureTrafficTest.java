package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.stamp.StampFormat;

final class CaptureTrafficTest {
    private static final long NOW = 1_795_000_000_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    private Path folder;

    private CaptureTraffic traffic(CaptureFiles file, Optional<StampFormat> stamps) {
        return new CaptureTraffic(List.of(file.write(folder.resolve("x.pcap"))), stamps);
    }

    private List<Long> span(long... times) {
        CaptureFiles file = CaptureFiles.pcap();
        for (long timeNs : times) {
            file.frame(timeNs, new byte[60]);
        }
        return span(traffic(file, Optional.empty()));
    }

    private static Traffic.Facts facts(CaptureTraffic traffic) {
        return traffic.replay(packet -> {}, flow -> null, () -> {});
    }

    private static List<Long> span(CaptureTraffic traffic) {
        Traffic.Facts facts = facts(traffic);
        return List.of(facts.fromNs(), facts.toNs());
    }

    @Test
    void captureStartsWithItsEarliestFrame() {
        long hour = TimeUnit.HOURS.toNanos(1);

        assertThat(span(NOW + hour, NOW, NOW + 1)).containsExactly(NOW, NOW + hour);
    }

    @Test
    void ignoresAFrameFarAheadInTheTimeSpanOfACapture() {
        assertThat(span(NOW, NOW + TimeUnit.DAYS.toNanos(4000), NOW + 1)).containsExactly(NOW, NOW + 1);
    }

    @Test
    void ignoresFramesAppendedAfterTheFirstPass() {
        CaptureFiles file = CaptureFiles.pcap().frame(NOW, new byte[60]).frame(NOW + 9, new byte[60]);
        CaptureTraffic traffic = traffic(file, Optional.empty());
        List<Long> first = span(traffic);

        file.frame(NOW + 20, new byte[60]).write(folder.resolve("x.pcap"));

        assertThat(span(traffic)).isEqualTo(first);
    }

    @Test
    void refusesAStampFormatThatNoFrameHas() {
        CaptureFiles file = CaptureFiles.pcap().frame(NOW, new byte[60]);

        assertThatThrownBy(() -> span(traffic(file, Optional.of(StampFormat.EXABLAZE))))
                .hasMessageContaining("x.pcap: has no frame with a time of --stamps exablaze");
    }

    @Test
    void refusesFramesOfDifferentYearsWithTheirTimes() {
        assertThatThrownBy(() -> span(NOW + TimeUnit.DAYS.toNanos(4000), NOW, NOW + 1))
                .hasMessageContainingAll("x.pcap", "2026-11", "2037");
    }

    @ParameterizedTest
    @CsvSource({"1000, 0", "1002, 1"})
    void implausibleDriftOfAStampClockIsReportedAsAStep(int thousandths, int steps) {
        CaptureFiles file = CaptureFiles.pcap();
        for (int i = 0; i < 400; i++) {
            long passedNs = i * SECOND_NS / 100;
            long stampNs = NOW + passedNs * thousandths / 1000;
            ByteBuffer frame = ByteBuffer.allocate(100).position(92);
            frame.putInt((int) (stampNs / SECOND_NS)).putInt((int) (1 << 30 | stampNs % SECOND_NS));
            file.frame(NOW + passedNs, frame.array());
        }
        Traffic.Facts facts = facts(traffic(file, Optional.of(StampFormat.VSS)));

        assertThat(facts.stamps()).isEqualTo("vss");
        assertThat(facts.steps()).isEqualTo(steps);
        assertThat(String.valueOf(facts.others().get("steps")).contains("all the time"))
                .isEqualTo(steps > 0);
    }
}
