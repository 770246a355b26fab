package org.ticktoquote.wire.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.wire.FrameBytes;
import org.ticktoquote.wire.capture.Frame;

final class StampsAllocationTest {
    private static final int FRAMES = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Frames and key frames, one per millisecond. */
    private static StampedCapture capture(StampFormat format) {
        StampedCapture capture = new StampedCapture(1);
        for (int i = 0; i < FRAMES; i++) {
            long timeNs = StampedCapture.BEGIN_NS + i * 1_000_000L;
            byte[] frame = capture.frame();
            byte[] bytes = switch (format) {
                case ARISTA_7150 ->
                    i % 500 == 0
                            ? StampedCapture.keyFrame(i * 350_000L, timeNs, 1, 1, 1)
                            : StampedCapture.ticks(frame, i * 350_000L, 31);
                case ARISTA_7280 -> StampedCapture.arista7280(frame, timeNs, 0x120);
                default -> FrameBytes.metaWatch(frame, timeNs, 1, new byte[0]);
            };
            capture.add(bytes, timeNs, timeNs, frame);
        }
        return capture;
    }

    static Stream<StampFormat> formats() {
        return Stream.of(StampFormat.KERNEL, StampFormat.ARISTA_7150, StampFormat.ARISTA_7280, StampFormat.METAWATCH);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void readingAFrameAllocatesNothing(StampFormat format) {
        StampedCapture capture = capture(format);
        long[] handed = new long[1];
        ByteBuffer direct = ByteBuffer.allocateDirect(1 << 12);
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            Stamps stamps = new Stamps(
                    format == StampFormat.KERNEL ? Optional.of(format) : Optional.empty(), frame -> handed[0]++);
            Frame frame = new Frame();
            byte[] buffer = new byte[1 << 12];
            long before = 0;
            for (int i = 0; i < FRAMES; i++) {
                if (i == FRAMES / 10) {
                    before = THREADS.getCurrentThreadAllocatedBytes();
                }
                capture.fill(frame, buffer, i);
                if (round > 0) {
                    direct.put(0, buffer);
                    frame.buffer.wrap(direct);
                }
                stamps.frame(frame);
            }
            fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
            stamps.end();
            assertThat(stamps.report().format).isEqualTo(format);
        }

        assertThat(handed[0]).isGreaterThan(FRAMES);
        assertThat(fewest).as("bytes for %d frames", FRAMES).isLessThan(FRAMES);
    }
}
