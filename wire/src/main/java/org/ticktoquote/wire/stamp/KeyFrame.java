package org.ticktoquote.wire.stamp;

import org.ticktoquote.wire.capture.Frame;

/**
 * Key frame: the switch's tick counter and its UTC at one moment. Read in place and reused.
 *
 * <pre>
 * Arista 7150, IPv4 protocol 253   u64 ticks, u64 UTC ns, u64 last synchronisation, [u64 and u64: skew since EOS 4.13],
 *                                  u64 sent, u64 drops, u16 device, u16 interface, u8 position of the stamp, u8
 * ExaLINK Fusion, the same or      u32 magic, u8 version, 3 bytes, u64 UTC ns, u64 ticks, u64 ticks a second,
 * EtherType 0x88B5                 u64 last synchronisation
 * </pre>
 */
final class KeyFrame {
    /** Nominal length of a tick at 350 MHz. */
    static final double NOMINAL_NS = 20.0 / 7;

    /** Maximum relative deviation of a plausible rate from nominal. */
    static final double MAX_SKEW = 0.2;

    private static final int PROTOCOL = 253;
    private static final int EXABLAZE_TYPE = 0x88B5;
    private static final int EXABLAZE_MAGIC = 0x45584b46;
    private static final int EXABLAZE_LENGTH = 40;
    private static final int SHORT_LENGTH = 46;
    private static final int LONG_LENGTH = 62;
    private static final long YEAR_2000_NS = 946_684_800_000_000_000L;
    private static final long YEAR_2100_NS = 4_102_444_800_000_000_000L;

    long ticks;
    long utcNs;
    int device;
    /** Capture time and number of the frame. */
    long captureNs;

    long number;

    /** Length of a tick as announced by the switch through its skew; 0 if not announced. */
    double announcedNs;

    /** Reads a frame; returns false if it is not a key frame. */
    boolean read(Frame frame, FrameShape shape) {
        int at = shape.payload;
        captureNs = frame.timeNs;
        number = frame.number;
        if (shape.etherType == EXABLAZE_TYPE) {
            return exablaze(frame, at);
        }
        if (shape.etherType != FrameShape.IPV4 || frame.length < at + 20 || frame.u8(at + 9) != PROTOCOL) {
            return false;
        }
        int header = 4 * (frame.u8(at) & 0xf);
        int length = frame.u16(at + 2) - header;
        boolean isWhole = frame.length >= at + header + length;
        return switch (length) {
            case SHORT_LENGTH, LONG_LENGTH -> isWhole && arista(frame, at + header, length);
            case EXABLAZE_LENGTH -> isWhole && exablaze(frame, at + header);
            default -> false;
        };
    }

    private boolean arista(Frame frame, int at, int length) {
        boolean hasSkew = length == LONG_LENGTH;
        double tickNs = hasSkew ? NOMINAL_NS * frame.i64(at + 24) / frame.i64(at + 32) : 0;
        return set(frame.i64(at), frame.i64(at + 8), frame.u16(at + length - 6), tickNs);
    }

    private boolean exablaze(Frame frame, int at) {
        if (frame.length < at + EXABLAZE_LENGTH || frame.i32(at) != EXABLAZE_MAGIC || frame.u8(at + 4) != 1) {
            return false;
        }
        return set(frame.i64(at + 16), frame.i64(at + 8), 0, 1e9 / frame.i64(at + 24));
    }

    /** Sets the content of the frame; returns whether it is plausible. */
    private boolean set(long counted, long ns, int sender, double tickNs) {
        ticks = counted;
        utcNs = ns;
        device = sender;
        announcedNs = isRate(tickNs) ? tickNs : 0;
        return ticks >= 0 && utcNs >= YEAR_2000_NS && utcNs < YEAR_2100_NS;
    }

    static boolean isRate(double ns) {
        return Math.abs(ns / NOMINAL_NS - 1) <= MAX_SKEW;
    }
}
