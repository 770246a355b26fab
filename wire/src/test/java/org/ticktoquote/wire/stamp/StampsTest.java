package org.ticktoquote.wire.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.wire.stamp.StampedCapture.BEGIN_NS;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.wire.FrameBytes;
import org.ticktoquote.wire.capture.Frame;

final class StampsTest {
    private static final byte[] NOTHING = {};
    private static final Variant META_WATCH = metaWatch("metawatch", 1);

    /** Puts a stamp on a frame, as a switch does. */
    interface Switch {
        byte[] stamp(StampedCapture capture, byte[] frame, long timeNs);
    }

    private record Variant(String name, StampFormat format, boolean fcsPossible, Switch by) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Variant metaWatch(String name, int flags, int... extensions) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * extensions.length);
        Arrays.stream(extensions).forEach(bytes::putInt);
        return new Variant(
                name, StampFormat.METAWATCH, true, (c, f, t) -> FrameBytes.metaWatch(f, t, flags, bytes.array()));
    }

    private static Variant vss(String name, int port) {
        return new Variant(name, StampFormat.VSS, true, (c, f, t) -> StampedCapture.vss(f, t, c.bytes(port)));
    }

    private static Variant arista(String name, int version) {
        return new Variant(name, StampFormat.ARISTA_7280, false, (c, f, t) -> StampedCapture.arista7280(f, t, version));
    }

    static Stream<Variant> variants() {
        return Stream.of(
                META_WATCH,
                metaWatch("metawatch sub-ns", 3, 0xABCDEF21),
                metaWatch("metawatch tags", 3, 0x77, 0x0001_0000 | 0x20 | 0x1f, 0xABCDEF01),
                new Variant("exablaze", StampFormat.EXABLAZE, true, (c, f, t) -> StampedCapture.exablaze(f, t)),
                vss("vss", 0),
                vss("vss port", 1),
                vss("vss long port", 2),
                arista("7280 TAI 64", 0x0010),
                arista("7280 UTC 64", 0x0111),
                arista("7280 TAI 48", 0x0021),
                arista("7280 UTC 48", 0x0120));
    }

    /** Frames about every 20 us. The capture's clock differs by a constant and adds up to 300 us. Some have no stamp. */
    private static StampedCapture capture(Variant variant, int fcsLength, int count, long clockNs) {
        StampedCapture capture = new StampedCapture(variant.name().hashCode());
        long timeNs = BEGIN_NS;
        for (int i = 0; i < count; i++) {
            timeNs += 1 + capture.random.nextInt(40_000);
            long captureNs = timeNs - clockNs + capture.random.nextInt(300_000);
            byte[] frame = i % 50 == 7 ? StampedCapture.lldp() : capture.frame();
            if (i % 50 == 7 || i % 50 == 8) {
                byte[] plain = StampedCapture.sealed(frame, fcsLength);
                capture.add(plain, captureNs, Frame.NO_TIME, plain);
            } else {
                byte[] stamped = StampedCapture.sealed(variant.by().stamp(capture, frame, timeNs), fcsLength);
                capture.add(stamped, captureNs, timeNs, frame);
            }
        }
        return capture;
    }

    /** Trailers that look like Exablaze's and barely move from 1970, as those of a MetaWatch with another extension. */
    @ParameterizedTest
    @ValueSource(longs = {20_000, 15_000_000})
    void bytesThatDoNotRunLikeAClockAreNotStampsUnlessRequested(long intervalNs) {
        StampedCapture capture = new StampedCapture(77);
        for (int i = 0; i < 1_500; i++) {
            byte[] frame = capture.frame();
            byte[] stamped = StampedCapture.exablaze(frame, 92_925_526_367_216L + 150L * i);
            long captureNs = BEGIN_NS + i * intervalNs + capture.random.nextInt(10_000);
            capture.add(stamped, captureNs, Frame.NO_TIME, frame);
        }

        StampReport found = capture.run(Optional.empty()).report();
        StampReport ordered = capture.run(Optional.of(StampFormat.EXABLAZE)).report();
        assertThat(found.format).as(found.reason).isEqualTo(StampFormat.KERNEL);
        assertThat(found.reason).contains("exablaze");
        assertThat(ordered.placed).isEqualTo(1_500);
        assertThat(ordered.clocks.orElseThrow().isImpossible()).isEqualTo(intervalNs > 1_000_000);
    }

    /** The time is correct, but only frames that are short enough for padding indicate a stamp of VSS. */
    @Test
    void unknownTrailerAfterPaddingIsNotTakenForAStamp() {
        StampedCapture capture = new StampedCapture(78);
        for (int i = 0; i < 1_500; i++) {
            ByteBuffer acknowledgement = ByteBuffer.allocate(54).put(capture.bytes(12));
            StampedCapture.ipv4(acknowledgement, 17, capture.bytes(20));
            byte[] frame = i % 3 == 0 ? acknowledgement.array() : capture.frame();
            byte[] stamped = FrameBytes.metaWatch(frame, BEGIN_NS + i * 1_000, 3, new byte[] {90, -128, 0, 0, 1});
            capture.add(stamped, BEGIN_NS + i * 1_000, Frame.NO_TIME, frame);
        }

        StampReport report = capture.run(Optional.empty()).report();
        assertThat(report.format).as(report.reason).isEqualTo(StampFormat.KERNEL);
    }

    static void assertTruth(StampedCapture capture, StampedCapture.Run run, long toleranceNs) {
        List<StampedCapture.Captured> expected = capture.frames.stream()
                .filter(frame -> frame.original() != null)
                .toList();
        assertThat(run.seen()).as(run.report().reason).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            StampedCapture.Seen seen = run.seen().get(i);
            if (!isTrue(expected.get(i), seen, toleranceNs)) {
                String what = "frame " + seen.number() + " of " + run.report().reason;
                assertThat(seen.bytes()).as(what).isEqualTo(expected.get(i).original());
                assertThat(seen.timeNs()).as(what).isEqualTo(expected.get(i).truthNs());
                assertThat(seen.wireLength()).as(what).isEqualTo(expected.get(i).original().length);
            }
        }
    }

    private static boolean isTrue(StampedCapture.Captured truth, StampedCapture.Seen seen, long toleranceNs) {
        boolean untimed = truth.truthNs() == Frame.NO_TIME || seen.timeNs() == Frame.NO_TIME;
        boolean onTime = untimed
                ? seen.timeNs() == truth.truthNs()
                : Math.abs(seen.timeNs() - truth.truthNs()) <= toleranceNs
                        && seen.wireLength() == truth.original().length;
        return onTime && Arrays.equals(seen.bytes(), truth.original());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void convertsStampsToTimesAndRestoresTheSentFrame(Variant variant) {
        for (int fcsLength = 0; fcsLength <= (variant.fcsPossible() ? 4 : 0); fcsLength += 4) {
            StampedCapture capture = capture(variant, fcsLength, 3_000, -3_000_000);
            StampedCapture.Run run = capture.run(Optional.empty());

            assertTruth(capture, run, 0);
            StampReport report = run.report();
            assertThat(report.format).as(report.reason).isEqualTo(variant.format());
            assertThat(report.placed).isEqualTo(3_000 - 120);
            assertThat(report.unstamped + report.disagreeing).isEqualTo(120);
            assertThat(report.disagreeing).isLessThan(5);
            assertThat(report.reason).contains("in 960 of the first 980 frames");
            assertTruth(capture, capture.run(Optional.of(variant.format())), 0);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void usesARequestedFormatWithAnyCaptureClock(Variant variant) {
        boolean needsClock = variant.name().endsWith("48");
        StampedCapture capture = capture(variant, 0, 300, needsClock ? 30_000_000_000_000L : BEGIN_NS - 5_000_000_000L);
        StampedCapture.Run run = capture.run(Optional.of(variant.format()));

        assertTruth(capture, run, 0);
        assertThat(run.report().reason).startsWith(variant.format().text() + " as requested: ");
    }

    @Test
    void trailersOfAnUnrelatedClockNeedAnFcs() {
        assertThat(capture(vss("vss", 0), 0, 300, BEGIN_NS / 2)
                        .run(Optional.empty())
                        .report()
                        .format)
                .isEqualTo(StampFormat.KERNEL);
        assertThat(capture(META_WATCH, 0, 300, BEGIN_NS / 2)
                        .run(Optional.empty())
                        .report()
                        .format)
                .isEqualTo(StampFormat.METAWATCH);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void ordinaryFramesAreNeverTakenForStamped(long seed) {
        StampedCapture capture = new StampedCapture(seed);
        byte[] constant = capture.bytes(16);
        byte[] fix = "10=123\u0001".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (int i = 0; i < 1_500; i++) {
            byte[] frame = capture.frame();
            byte[] after = switch ((int) (seed % 6)) {
                case 0 -> new byte[16];
                case 1 -> constant;
                case 2 -> capture.bytes(capture.random.nextInt(21));
                case 3 -> FrameBytes.fcs(frame);
                case 4 -> fix;
                default -> NOTHING;
            };
            byte[] bytes = FrameBytes.join(frame, after);
            long timeNs = BEGIN_NS + i * (seed < 7 ? 10_000L : 300_000_000L);
            capture.add(bytes, timeNs, timeNs, bytes);
        }
        StampedCapture.Run run = capture.run(Optional.empty());

        assertThat(run.report().format).as(run.report().reason).isEqualTo(StampFormat.KERNEL);
        assertTruth(capture, run, 0);
    }

    @Test
    void detectsStampsInFewFramesAndNoneInAnEmptyCapture() {
        for (int count = 0; count <= 4; count++) {
            StampedCapture capture = capture(META_WATCH, 4, count, 0);
            StampedCapture.Run run = capture.run(Optional.empty());

            assertTruth(capture, run, 0);
            assertThat(run.report().format).isEqualTo(count == 0 ? StampFormat.KERNEL : StampFormat.METAWATCH);
        }
    }

    @Test
    void reportsThatOnlySomeFramesHaveStamps() {
        StampedCapture capture = new StampedCapture(5);
        for (int i = 0; i < 2_000; i++) {
            byte[] frame = capture.frame();
            long timeNs = BEGIN_NS + i * 1_000L;
            boolean stamped = i % 3 == 0;
            byte[] bytes = stamped ? StampedCapture.exablaze(frame, timeNs) : frame;
            capture.add(bytes, timeNs, stamped ? timeNs : Frame.NO_TIME, stamped ? frame : bytes);
        }
        capture.interfaces = 3;
        StampReport report = capture.run(Optional.empty()).report();

        assertThat(report.reason).contains("in 334 of the first 1,000 frames");
        assertThat(report.unstamped + report.disagreeing).isEqualTo(1_333);
        assertThat(report.byInterface()).isEqualTo(" (by interface: {1=658, 2=657})");
    }

    @Test
    void countsCutFramesAndOtherLinksWithoutATime() {
        StampedCapture capture = capture(META_WATCH, 0, 7, 0);
        byte[] cut = Arrays.copyOf(capture.frames.get(0).bytes(), 50);
        capture.frames.add(new StampedCapture.Captured(cut, 500, BEGIN_NS, Frame.NO_TIME, cut));
        StampedCapture.Run run = capture.run(Optional.empty());

        assertTruth(capture, run, 0);
        assertThat(run.report().cut).isEqualTo(1);
        assertThat(run.seen().get(7).wireLength()).isEqualTo(500);
        capture.interfaceLink = 101;
        assertThat(capture.run(Optional.of(StampFormat.METAWATCH)).report().unstamped)
                .isEqualTo(7);
    }

    @Test
    void countsDegradedStamps() {
        StampedCapture capture = new StampedCapture(6);
        for (int i = 0; i < 10; i++) {
            byte[] frame = capture.frame();
            capture.add(
                    FrameBytes.metaWatch(frame, BEGIN_NS + i, i < 3 ? 0x11 : 1, NOTHING),
                    BEGIN_NS,
                    BEGIN_NS + i,
                    frame);
        }

        assertThat(capture.run(Optional.empty()).report().degraded).isEqualTo(3);
    }

    @Test
    void readsPublishedValuesOfA7280() {
        // tests/arista_ether.out of tcpdump: frame 5 (64 bits) and frames 9 and 13 (48 bits, TAI and UTC)
        StampedCapture capture = new StampedCapture(7);
        byte[] frame = capture.frame();
        long second = 1_559_162_200_000_000_000L;
        published(
                capture, frame, 0x0110, 1_559_162_236, 448_931_747, second + 36_595_961_000L, second + 36_448_931_747L);
        published(capture, frame, 0x0020, 60_821, 404_038_772, second + 61_551_225_000L, second + 24_404_038_772L);
        published(capture, frame, 0x0120, 60_832, 954_995_144, second + 73_102_297_000L, second + 72_954_995_144L);

        assertTruth(capture, capture.run(Optional.empty()), 0);
    }

    private static void published(
            StampedCapture capture, byte[] frame, int version, int seconds, int ns, long captureNs, long timeNs) {
        byte[] bytes = StampedCapture.arista7280(frame, 0, version);
        ByteBuffer header = ByteBuffer.wrap(bytes).position(18);
        if ((version & 0xf0) == 0x10) {
            header.putInt(seconds).putInt(ns);
        } else {
            header.putShort((short) seconds).putInt(ns);
        }
        capture.add(bytes, captureNs, timeNs, frame);
    }

    @Test
    void correctsA7280StampThatIsFourSecondsLateAfterAWrap() {
        StampedCapture capture = new StampedCapture(8);
        for (int i = 0; i < 400; i++) {
            byte[] frame = capture.frame();
            long timeNs = BEGIN_NS + i * 100_000_000L;
            boolean wrapped = timeNs / 1_000_000_000 % 4 == 3 && timeNs % 1_000_000_000 > 800_000_000;
            byte[] bytes = StampedCapture.arista7280(frame, timeNs + (wrapped ? 4_000_000_000L : 0), 0x0110);
            capture.add(bytes, timeNs + 3_600_000_000_000L, timeNs, frame);
        }

        assertTruth(capture, capture.run(Optional.empty()), 0);
    }

    @Test
    void acceptsKnownFormatNamesAndRefusesOthers() {
        assertThat(StampFormat.ordered("auto")).isEmpty();
        for (StampFormat format : StampFormat.values()) {
            assertThat(StampFormat.ordered(format.text())).contains(format);
        }
        assertThatThrownBy(() -> StampFormat.ordered("arista"))
                .isInstanceOf(ProblemException.class)
                .hasMessage("'arista', expected auto, kernel, arista-7150, arista-7150-32, arista-7280, metawatch, "
                        + "cpacket, exablaze, vss, apcon");
    }

    @Test
    void requestedKernelTimesAreNotChanged() {
        StampedCapture capture = capture(META_WATCH, 0, 5, 0);
        StampedCapture.Run run = capture.run(Optional.of(StampFormat.KERNEL));

        assertThat(run.seen().get(0).bytes()).isEqualTo(capture.frames.get(0).bytes());
        assertThat(run.seen().get(0).timeNs()).isEqualTo(capture.frames.get(0).captureNs());
        assertThat(run.report().placed).isEqualTo(5);
    }
}
