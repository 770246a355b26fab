package org.ticktoquote.fuzz;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stamp.StampReport;
import org.ticktoquote.wire.stamp.Stamps;

/**
 * Frames with stamps of switches. The first byte selects a format. Each frame begins with two bytes of length, a byte for
 * the length that the capture cut off, and four bytes of microseconds. These are added to the time of the frame, one second
 * after the previous one. Every frame is accounted for, and frames in off-heap memory give the same result.
 */
final class StampTarget implements FuzzTarget {
    private static final long BEGIN_NS = 1_793_971_800_123_456_789L;

    @Override
    public void read(byte[] input, Path folder) {
        if (input.length == 0) {
            return;
        }
        Seen inArrays = new Seen(input, false);
        Seen outside = new Seen(input, true);
        StampReport report = inArrays.report;
        if (!inArrays.frames.equals(outside.frames) || !facts(report).equals(facts(outside.report))) {
            throw new AssertionError("in arrays " + facts(report) + ", outside the heap " + facts(outside.report));
        }
        long untimed = report.unstamped + report.cut + report.disagreeing + report.unplaced;
        if (inArrays.frames.size() != report.placed + untimed
                || inArrays.read != inArrays.frames.size() + report.keyFrames) {
            throw new AssertionError("not every frame is accounted for: " + facts(report));
        }
    }

    private static List<Object> facts(StampReport report) {
        return List.of(
                report.reason,
                List.of(report.placed, report.unstamped, report.cut, report.disagreeing, report.unplaced),
                List.of(report.keyFrames, report.foreignKeyFrames, report.degraded, report.backward),
                report.stepCount,
                report.steps,
                report.tickMegahertz,
                report.clocks,
                report.byInterface());
    }

    private static final class Seen {
        final List<String> frames = new ArrayList<>();
        final StampReport report;
        final long read;

        Seen(byte[] input, boolean outside) {
            int order = input[0] & 0xff;
            StampFormat[] formats = StampFormat.values();
            Stamps stamps =
                    new Stamps(order < formats.length ? Optional.of(formats[order]) : Optional.empty(), this::handedOn);
            ByteBuffer rest = ByteBuffer.wrap(input).position(1);
            Frame frame = new Frame();
            frame.linkType = 1;
            frame.timeNs = BEGIN_NS;
            while (rest.remaining() >= 7) {
                frame.length = Math.min(rest.getShort() & 0xfff, rest.remaining() - 5);
                frame.wireLength = frame.length + rest.get();
                frame.timeNs = BEGIN_NS + frame.number * 1_000_000_000L + rest.getInt() * 1_000L;
                frame.number++;
                frame.offset = 0;
                byte[] bytes = new byte[frame.length];
                rest.get(bytes);
                if (outside) {
                    frame.buffer.wrap(ByteBuffer.allocateDirect(bytes.length).put(0, bytes));
                } else {
                    frame.buffer.wrap(bytes);
                }
                stamps.frame(frame);
            }
            stamps.end();
            report = stamps.report();
            read = frame.number;
        }

        private void handedOn(Frame frame) {
            byte[] bytes = new byte[frame.length];
            frame.buffer.getBytes(frame.offset, bytes);
            frames.add(frame.number + " " + frame.timeNs + " " + frame.wireLength + " " + Arrays.hashCode(bytes));
        }
    }

    /** The second variant replaces the last four bytes of each frame by its FCS. */
    @Override
    public List<byte[]> variants(byte[] input) {
        byte[] mended = input.clone();
        for (int at = 1; at + 7 <= mended.length; ) {
            int length = (mended[at] << 8 & 0xf00) + (mended[at + 1] & 0xff);
            int end = Math.min(at + 7 + length, mended.length);
            if (end - at > 11) {
                CRC32 crc = new CRC32();
                crc.update(mended, at + 7, end - 4 - at - 7);
                ByteBuffer.wrap(mended).putInt(end - 4, Integer.reverseBytes((int) crc.getValue()));
            }
            at = end;
        }
        return List.of(input, mended);
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "metawatch", capture(0xff, StampTarget::metaWatch),
                "exablaze", capture(StampFormat.EXABLAZE.ordinal(), StampTarget::metaWatch),
                "arista-7150", capture(0xff, StampTarget::arista7150),
                "arista-7150-32", capture(StampFormat.ARISTA_7150_32.ordinal(), StampTarget::arista7150),
                "arista-7280", capture(0xff, StampTarget::arista7280));
    }

    private interface FrameMaker {
        void put(ByteBuffer frame, int number, long timeNs);
    }

    private static byte[] capture(int order, FrameMaker maker) {
        ByteBuffer capture = ByteBuffer.allocate(1 << 12).put((byte) order);
        for (int i = 0; i < 12; i++) {
            ByteBuffer frame = ByteBuffer.allocate(200);
            maker.put(frame, i, BEGIN_NS + i * 1_000_000_000L);
            capture.putShort((short) frame.position()).put((byte) 0).putInt(i * 10);
            capture.put(frame.array(), 0, frame.position());
        }
        return Arrays.copyOf(capture.array(), capture.position());
    }

    private static void ipv4(ByteBuffer frame, int protocol, int length) {
        frame.putInt(0x08004500).putShort((short) (20 + length)).putInt(0);
        frame.putInt(64 << 24 | protocol << 16).putInt(0x0A000001).putInt(0x0A000002);
    }

    private static void metaWatch(ByteBuffer frame, int number, long timeNs) {
        frame.put(new byte[12]);
        ipv4(frame, 17, 30);
        frame.put(new byte[30]).putInt(0).putInt(0x00000021);
        frame.putInt((int) (timeNs / 1_000_000_000)).putInt((int) (timeNs % 1_000_000_000));
        frame.putInt(0x02000107 + number);
    }

    private static void arista7150(ByteBuffer frame, int number, long timeNs) {
        frame.put(new byte[12]);
        long ticks = 2_000_000_000L + number * 350_000_000L;
        ipv4(frame, number % 3 == 0 ? 253 : 17, number % 3 == 0 ? 62 : 30);
        if (number % 3 == 0) {
            frame.putLong(ticks).putLong(timeNs);
            frame.putLong(0).putLong(1).putLong(1).putLong(0).putLong(0);
            frame.putInt(0).putShort((short) 0x0100);
        } else {
            frame.put(new byte[30]).putInt((int) (ticks << 1 & 0xffffff00 | ticks & 0x7f));
        }
    }

    private static void arista7280(ByteBuffer frame, int number, long timeNs) {
        frame.put(new byte[12]).putShort((short) 0xD28B).putShort((short) 1);
        frame.putShort((short) (number % 2 == 0 ? 0x0110 : 0x0020));
        long seconds = timeNs / 1_000_000_000;
        if (number % 2 == 0) {
            frame.putInt((int) seconds);
        } else {
            frame.putShort((short) (seconds + 37));
        }
        frame.putInt((int) (timeNs % 1_000_000_000));
        ipv4(frame, 17, 8);
        frame.putLong(0);
    }
}
