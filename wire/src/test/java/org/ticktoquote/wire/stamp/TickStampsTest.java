package org.ticktoquote.wire.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.wire.stamp.StampedCapture.BEGIN_NS;
import static org.ticktoquote.wire.stamp.StampedCapture.NOMINAL_NS;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.wire.FrameBytes;
import org.ticktoquote.wire.capture.Frame;

/** Stamps of the Arista 7150: 31 or 32 bits of a counter, and key frames. */
final class TickStampsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long FIRST_TICK = 0x2_7ff0_0000L;

    /** A switch and its capture. Time is counted in ticks since {@link #BEGIN_NS}, with a separate UTC. */
    private static final class Lab {
        final StampedCapture capture;
        final int bits;
        final int fcsLength;
        final double nsPerTick;
        final long numerator;
        final long denominator;
        long utcAheadNs;
        long captureAheadNs = 1_700_000;
        long tick = FIRST_TICK;
        boolean timed = true;

        Lab(long seed, int bits, int fcsLength, long numerator, long denominator, double nsPerTick) {
            this.capture = new StampedCapture(seed);
            this.bits = bits;
            this.fcsLength = fcsLength;
            this.numerator = numerator;
            this.denominator = denominator;
            this.nsPerTick = nsPerTick;
        }

        static Lab of(int bits, int fcsLength) {
            return new Lab(bits + fcsLength, bits, fcsLength, 1, 1, NOMINAL_NS);
        }

        long timeNs() {
            return BEGIN_NS + Math.round((tick - FIRST_TICK) * nsPerTick);
        }

        long captureNs() {
            return timeNs() + captureAheadNs + capture.random.nextInt(200_000);
        }

        void pass(long ns) {
            tick += Math.round(ns / nsPerTick);
        }

        void stamped() {
            byte[] frame = capture.frame();
            byte[] bytes = StampedCapture.sealed(StampedCapture.ticks(frame, tick, bits), fcsLength);
            capture.add(bytes, captureNs(), timed ? timeNs() : Frame.NO_TIME, frame);
        }

        void unstamped(byte[] frame) {
            byte[] bytes = StampedCapture.sealed(frame, fcsLength);
            capture.add(bytes, captureNs(), Frame.NO_TIME, bytes);
        }

        void keyFrame() {
            byte[] frame = StampedCapture.keyFrame(tick, timeNs() + utcAheadNs, numerator, denominator, 1);
            capture.add(StampedCapture.sealed(frame, fcsLength), captureNs(), Frame.NO_TIME, null);
        }

        /** Adds frames at a constant rate, with a key frame in the middle of each second. */
        void traffic(int seconds, int perSecond) {
            for (int i = 0; i < seconds * perSecond; i++) {
                pass(SECOND_NS / perSecond);
                if (i % perSecond == perSecond / 2) {
                    keyFrame();
                }
                stamped();
            }
        }

        /** Adds stamped frames at a constant distance. */
        void frames(int number, long everyNs) {
            for (int i = 0; i < number; i++) {
                pass(everyNs);
                stamped();
            }
        }

        StampedCapture.Run run() {
            return capture.run(Optional.empty());
        }

        /** Asserts the times of all frames. */
        StampReport assertTruth(long withinNs) {
            StampedCapture.Run run = run();
            StampsTest.assertTruth(capture, run, withinNs);
            return run.report();
        }
    }

    static Stream<Lab> labs() {
        return Stream.of(0, 4)
                .flatMap(fcs -> Stream.of(31, 32)
                        .flatMap(bits -> Stream.of(
                                new Lab(1 + bits, bits, fcs, 1, 1, NOMINAL_NS),
                                new Lab(2 + bits, bits, fcs, 11, 10, NOMINAL_NS * 1.1),
                                new Lab(3 + bits, bits, fcs, 10, 9, NOMINAL_NS * 0.9),
                                new Lab(4 + bits, bits, fcs, 0, 0, NOMINAL_NS * 0.9),
                                new Lab(5 + bits, bits, fcs, 0, 0, NOMINAL_NS * 1.1),
                                new Lab(6 + bits, bits, fcs, 0, 0, NOMINAL_NS * 1.000_02))));
    }

    @ParameterizedTest
    @MethodSource("labs")
    void convertsCountersToTimesAcrossWrapsAndGaps(Lab lab) {
        lab.traffic(15, 60);
        lab.pass(20 * SECOND_NS);
        lab.traffic(4, 60);
        lab.frames(20, 3 * SECOND_NS + 17);
        lab.traffic(3, 60);
        StampReport report = lab.assertTruth(20);
        assertThat(report.format)
                .as(report.reason)
                .isEqualTo(lab.bits == 31 ? StampFormat.ARISTA_7150 : StampFormat.ARISTA_7150_32);
        assertThat(report.reason).contains(lab.fcsLength == 0 ? "at the end of the frame" : "before the FCS");
        assertThat(report.placed).isEqualTo(22 * 60 + 20);
        assertThat(report.keyFrames).isEqualTo(22);
        assertThat(report.steps).isEmpty();
        assertThat(report.tickMegahertz.orElseThrow()).isCloseTo(1e3 / lab.nsPerTick, within(1e-3));
        StampsTest.assertTruth(lab.capture, lab.capture.run(Optional.of(report.format)), 20);
    }

    @Test
    void firstKeyFrameGivesEarlierFramesTheirTimes() {
        Lab lab = new Lab(1, 31, 0, 0, 0, NOMINAL_NS * 1.1);
        lab.frames(3_000, 1_000_000);
        lab.traffic(2, 5_000);
        assertThat(lab.assertTruth(3).unplaced).isZero();
    }

    @Test
    void framesWithCountersButNoKeyFrameKeepTheCapturesTimes() {
        Lab lab = Lab.of(31, 0);
        lab.frames(1_200, 50_000_000);
        StampReport report = lab.run().report();
        assertThat(report.format).isEqualTo(StampFormat.KERNEL);
        assertThat(report.reason).endsWith("but have no key frame");
        StampReport ordered =
                lab.capture.run(Optional.of(StampFormat.ARISTA_7150)).report();
        assertThat(ordered.unplaced).isEqualTo(1_200);
    }

    @ParameterizedTest
    @ValueSource(longs = {-37_000_000_000L, -4_000_000, 100_000, 250_000_000, 37_000_000_000L})
    void timesContinueInTicksAcrossAStepOfUtc(long stepNs) {
        for (int before = 1; before <= 20; before += 19) {
            Lab lab = new Lab(
                    stepNs, 31, 4, before == 1 ? 1 : 0, before == 1 ? 1 : 0, NOMINAL_NS * (before == 1 ? 1 : 1.05));
            lab.traffic(before, 100);
            lab.utcAheadNs = stepNs;
            lab.traffic(20, 100);
            StampReport report = lab.assertTruth(5);
            assertThat(report.stepCount).as(report.steps.toString()).isEqualTo(1);
            StampReport.Step step = report.steps.get(0);
            assertThat(step.kind()).isEqualTo(StampReport.Kind.UTC_AGAINST_TICKS);
            assertThat(step.number()).isEqualTo(before * 101 + 51);
            assertThat(step.sizeNs()).isCloseTo(stepNs, within(100L));
            assertThat(step.timeNs()).isCloseTo(BEGIN_NS + before * SECOND_NS + 510_000_000, within(5_000L));
            assertThat(report.breaks()).isEmpty();
        }
    }

    @Test
    void stepOfTheCaptureClockLosesFramesUpToTheNextKeyFrame() {
        Lab lab = Lab.of(31, 0);
        lab.traffic(5, 100);
        lab.captureAheadNs += 1_000_000_000;
        lab.timed = false;
        lab.frames(50, 10_000_000);
        lab.keyFrame();
        lab.timed = true;
        lab.traffic(5, 100);
        StampReport report = lab.assertTruth(3);
        assertThat(report.unplaced).isEqualTo(50);
        StampReport.Step step = report.steps.get(0);
        assertThat(step.kind()).isEqualTo(StampReport.Kind.AGAINST_CAPTURE);
        assertThat(step.sizeNs()).isCloseTo(-1_000_000_000, within(300_000L));
    }

    @ParameterizedTest
    @ValueSource(longs = {7_000_000_000L, 900_000_000_000L})
    void restartOfTheTickCounterIsABreak(long tick) {
        Lab lab = Lab.of(31, 0);
        lab.traffic(10, 100);
        int frames = lab.capture.frames.size();
        Lab later = Lab.of(31, 0);
        later.tick = tick;
        long jumpNs = BEGIN_NS + 30 * SECOND_NS - later.timeNs();
        later.utcAheadNs = jumpNs;
        later.captureAheadNs += jumpNs;
        later.keyFrame();
        later.traffic(5, 100);
        for (StampedCapture.Captured frame : later.capture.frames) {
            lab.capture.add(
                    frame.bytes(),
                    frame.captureNs(),
                    frame.truthNs() == Frame.NO_TIME ? Frame.NO_TIME : frame.truthNs() + jumpNs,
                    frame.original());
        }
        assertThat(lab.assertTruth(3).breaks())
                .extracting(StampReport.Step::kind, step -> step.number())
                .containsExactly(tuple(StampReport.Kind.TICKS_RESTARTED, frames + 1L));
    }

    @Test
    void framesSentByTheSwitchItselfHaveNoTime() {
        for (int fcsLength = 0; fcsLength <= 4; fcsLength += 4) {
            Lab lab = Lab.of(31, fcsLength);
            for (int i = 0; i < 20; i++) {
                lab.traffic(1, 100);
                lab.unstamped(StampedCapture.lldp());
                lab.unstamped(lab.capture.frame());
            }
            StampedCapture.Run run = lab.run();

            assertThat(run.report().placed).isBetween(2_000L, 2_001L);
            assertThat(run.report().unstamped + run.report().unplaced).isBetween(39L, 40L);
        }
    }

    @Test
    void distinguishesAReplacedFcsFromAnFcsByItsCrc() {
        Lab lab = Lab.of(31, 0);
        for (int i = 0; i < 10; i++) {
            lab.traffic(1, 50);
            byte[] own = StampedCapture.sealed(lab.capture.frame(), 4);
            lab.capture.add(own, lab.captureNs(), Frame.NO_TIME, own);
        }
        assertThat(lab.assertTruth(3).unstamped).isEqualTo(10);
    }

    @Test
    void requestedFormatFindsWrapsByKeyFramesWithoutACaptureClock() {
        Lab lab = Lab.of(31, 0);
        lab.traffic(30, 50);
        StampedCapture frozen = new StampedCapture(0);
        lab.capture.frames.forEach(it -> frozen.add(it.bytes(), 0, it.truthNs(), it.original()));

        StampsTest.assertTruth(frozen, frozen.run(Optional.of(StampFormat.ARISTA_7150)), 3);
    }

    @Test
    void ignoresKeyFramesOfAnotherDevice() {
        Lab lab = Lab.of(31, 0);
        for (int i = 0; i < 10; i++) {
            lab.traffic(1, 100);
            byte[] foreign = StampedCapture.keyFrame(i * 350_000_000L, lab.timeNs(), 1, 1, 2);
            lab.capture.add(foreign, lab.captureNs(), Frame.NO_TIME, null);
        }
        StampReport report = lab.assertTruth(3);
        assertThat(report.foreignKeyFrames).isEqualTo(10);
        assertThat(report.steps).isEmpty();
    }

    @Test
    void readsPublishedValuesOfA7150() {
        // ithitman.blogspot.com/2015/10/decoding-timestamping-on-arista-7150.html; there with 2.857 for 20/7
        StampedCapture capture = new StampedCapture(3);
        long utcNs = 1_387_240_828_522_243_471L;
        byte[] frame = capture.frame();
        byte[] stamped =
                FrameBytes.join(frame, ByteBuffer.allocate(4).putInt(0xFF10AB76).array());
        capture.add(StampedCapture.keyFrame(2_136_278_506L, utcNs, 0, 0, 1), utcNs, Frame.NO_TIME, null);
        capture.add(stamped, utcNs + 9_700_000, utcNs + 9_608_080, frame);

        StampsTest.assertTruth(capture, capture.run(Optional.empty()), 0);
    }

    /**
     * The formula of Arista's own decoder, with 2^31 where that has 2^31 - 1: bits of the stamp without the 25th, ticks since the
     * last key frame, 20/7 ns each, times the skew that key frames of 62 bytes announce. UTC steps by 250 ms in the middle.
     */
    @ParameterizedTest
    @CsvSource({"0, 0, 1", "1, 1, 1", "1000003, 1000000, 1.000003", "10, 11, 0.909090909090909"})
    void timesMatchThePublishedFormulaWithoutTheStep(long numerator, long denominator, double skew) {
        Lab lab = new Lab(numerator, 31, 0, numerator, denominator, NOMINAL_NS * skew);
        lab.traffic(10, 100);
        lab.utcAheadNs = 250_000_000;
        lab.traffic(10, 100);
        Iterator<StampedCapture.Seen> seen = lab.run().seen().iterator();
        BigDecimal nsPerTick = BigDecimal.valueOf(20 * Math.max(1, numerator))
                .divide(BigDecimal.valueOf(7 * Math.max(1, denominator)), MathContext.DECIMAL128);
        ByteBuffer key = null;
        int keys = 0;
        for (StampedCapture.Captured captured : lab.capture.frames) {
            ByteBuffer frame = ByteBuffer.wrap(captured.bytes());
            if (frame.getShort(12) == 0x0800 && frame.get(23) == (byte) 253) {
                key = frame.position(34).slice();
                keys++;
                continue;
            }
            long timeNs = seen.next().timeNs();
            if (key != null) {
                long raw = Integer.toUnsignedLong(frame.getInt(frame.limit() - 4));
                String bits = Long.toBinaryString(1L << 32 | raw).substring(1);
                long ticks = Long.parseLong(bits.substring(0, 24) + bits.substring(25), 2);
                long passed = Math.floorMod(ticks - key.getLong(0), 1L << 31);
                BigDecimal expected = BigDecimal.valueOf(passed)
                        .multiply(nsPerTick)
                        .add(BigDecimal.valueOf(key.getLong(8) - (keys > 10 ? 250_000_000 : 0)));
                assertThat(timeNs).isCloseTo(expected.longValue(), within(3L));
            }
        }
        assertThat(seen).isExhausted();
        assertThat(keys).isEqualTo(20);
    }

    /** Frames every 10 ms, and key frames that announce the nominal rate. */
    @ParameterizedTest
    @CsvSource({"1, true", "2, false"})
    void reportsAnUnmeasuredTickRateWithOneKeyFrame(int keyFrames, boolean isUnmeasured) {
        StampedCapture capture = new StampedCapture(1);
        for (int i = 0; i < 50; i++) {
            long timeNs = BEGIN_NS + i * 10_000_000L;
            long ticks = 5_000_000_000L + i * 3_500_000L;
            if (i / 20 < keyFrames && i % 20 == 0) {
                capture.add(StampedCapture.keyFrame(ticks, timeNs, 1, 1, 1), timeNs, Frame.NO_TIME, null);
            }
            byte[] frame = capture.frame();
            capture.add(StampedCapture.ticks(frame, ticks, 31), timeNs, timeNs, frame);
        }
        StampReport report = capture.run(Optional.empty()).report();

        assertThat(report.format).isEqualTo(StampFormat.ARISTA_7150);
        assertThat(report.isRateUnmeasured).isEqualTo(isUnmeasured);
    }

    @Test
    void counterWrapsAtTwoToThePowerOf31() {
        StampedCapture capture = new StampedCapture(4);
        byte[] frame = capture.frame();
        capture.add(StampedCapture.keyFrame(0x7fff_fff9L, BEGIN_NS, 1, 1, 1), BEGIN_NS, Frame.NO_TIME, null);
        capture.add(StampedCapture.ticks(frame, 0, 31), BEGIN_NS, BEGIN_NS + 20, frame);

        StampsTest.assertTruth(capture, capture.run(Optional.empty()), 0);
    }

    @Test
    void keyFramesOfAnExaLinkFusionContainTheTickRate() {
        StampedCapture capture = new StampedCapture(5);
        for (int i = 0; i < 500; i++) {
            long timeNs = BEGIN_NS + i * 10_000_000L;
            long ticks = 5_000_000_000L + i * 3_600_000L;
            if (i % 100 == 0) {
                ByteBuffer body = ByteBuffer.allocate(40);
                body.put(new byte[] {'E', 'X', 'K', 'F', 1, 0, 0, 0})
                        .putLong(timeNs)
                        .putLong(ticks)
                        .putLong(360_000_000);
                ByteBuffer key = ByteBuffer.allocate(60).putLong(-1).putInt(7);
                key.putShort((short) 0x88B5).put(body.array());
                capture.add(key.array(), timeNs, Frame.NO_TIME, null);
            }
            byte[] frame = capture.frame();
            capture.add(StampedCapture.ticks(frame, ticks, 32), timeNs, timeNs, frame);
        }
        StampedCapture.Run run = capture.run(Optional.empty());

        StampsTest.assertTruth(capture, run, 2);
        assertThat(run.report().tickMegahertz.orElseThrow()).isCloseTo(360, within(1e-6));
    }

    @Test
    void jitterOfUtcIsNotAStepAndDoesNotDistortIntervals() {
        Lab lab = Lab.of(31, 0);
        for (int i = 0; i < 200; i++) {
            lab.utcAheadNs = lab.capture.random.nextInt(6_000) - 3_000;
            lab.traffic(1, 20);
        }
        StampedCapture.Run run = lab.run();

        assertThat(run.report().steps).isEmpty();
        StampsTest.assertTruth(lab.capture, run, 6_000);
        for (int i = 1; i < run.seen().size(); i++) {
            assertThat(run.seen().get(i).timeNs() - run.seen().get(i - 1).timeNs())
                    .isCloseTo(50_000_000, within(400L));
        }
    }
}
