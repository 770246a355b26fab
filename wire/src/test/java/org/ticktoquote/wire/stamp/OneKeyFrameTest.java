package org.ticktoquote.wire.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.stamp.StampedCapture.BEGIN_NS;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.wire.capture.Frame;

class OneKeyFrameTest {
    private static final long FIRST_TICK = 5_000_000_000L;
    private static final long TICKS_EACH = 3_500_000;

    /** Frames every 10 ms, and key frames that announce the nominal rate. */
    private static StampReport report(int keyFrames) {
        StampedCapture capture = new StampedCapture(1);
        for (int i = 0; i < 50; i++) {
            long timeNs = BEGIN_NS + i * 10_000_000L;
            long ticks = FIRST_TICK + i * TICKS_EACH;
            if (i / 20 < keyFrames && i % 20 == 0) {
                capture.add(StampedCapture.keyFrame(ticks, timeNs, 1, 1, 1), timeNs, Frame.NO_TIME, null);
            }
            byte[] frame = capture.frame();
            capture.add(StampedCapture.ticks(frame, ticks, 31), timeNs, timeNs, frame);
        }
        return capture.run(Optional.empty()).report();
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false"})
    void reportsAnUnmeasuredTickRateWithOneKeyFrame(int keyFrames, boolean isUnmeasured) {
        StampReport report = report(keyFrames);

        assertThat(report.format).isEqualTo(StampFormat.ARISTA_7150);
        assertThat(report.isRateUnmeasured).isEqualTo(isUnmeasured);
    }
}
