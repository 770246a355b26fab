package org.ticktoquote.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;

/**
 * Reads the frames of a capture in time order and in bounded memory. The input is one file, a pipe, the files of a ring as
 * tcpdump ({@code -C}, {@code -W}) and dumpcap write them, or files of several interfaces.
 *
 * <p>The formats pcap and pcapng, plain or compressed with gzip or zstd, are recognised by their first bytes. {@code -} is the
 * standard input. Several files are merged by time. A file is opened when its first time is reached, and equal times keep the
 * order of the files. A file that ends within a record is read up to that record ({@link CaptureCounts#cuts}). A file still
 * being written is read up to its current end. If a file is damaged, all frames before the damage are delivered before the file
 * is rejected. No allocation per frame. Not thread-safe.
 */
public final class CaptureReader implements AutoCloseable {
    static final int MAX_OPEN = 64;

    /** Live counts of everything read so far. */
    public final CaptureCounts counts = new CaptureCounts();

    private final Queue<Begin> later = new ArrayDeque<>();
    private final PriorityQueue<FileFrames> open = new PriorityQueue<>(
            Comparator.comparingLong((FileFrames file) -> file.timeNs).thenComparingInt(file -> file.place));
    private final boolean isOneFile;
    /** File of the frame delivered last. */
    private @Nullable FileFrames last;

    private long frames;
    private int places;

    private record Begin(Path file, long timeNs) {
        static Begin of(Path file) {
            try (FileFrames first = new FileFrames(UserPath.regularInput(file), 0, new CaptureCounts())) {
                return new Begin(file, first.advance() ? first.timeNs : Frame.NO_TIME);
            }
        }
    }

    /**
     * Opens a capture.
     *
     * @param files at least one
     * @throws ProblemException if one of several files cannot be read or is not a capture of a known format
     */
    public CaptureReader(List<Path> files) {
        isOneFile = files.size() == 1;
        if (isOneFile) {
            Path only = files.get(0);
            later.add(new Begin(CaptureSpool.isStandardInput(only) ? only : UserPath.input(only), Frame.NO_TIME));
        } else {
            Comparator<Begin> byTime = Comparator.comparingLong(Begin::timeNs);
            files.stream().map(Begin::of).sorted(byTime).forEach(later::add);
        }
    }

    /**
     * Delivers the next frame.
     *
     * @return false at the end of the capture
     * @throws ProblemException if a file cannot be read, is not a capture of a known format, or is damaged; names the position
     *     of the damage
     */
    public boolean advance(Consumer<Frame> handler) {
        if (last != null) {
            add(last);
        }
        openBegun();
        last = open.poll();
        if (last == null) {
            return false;
        }
        Frame frame = last.frame;
        frame.number = isOneFile ? frame.number : ++frames;
        handler.accept(frame);
        return true;
    }

    private void add(FileFrames file) {
        last = null;
        boolean more = false;
        try {
            more = file.advance();
        } finally {
            if (more) {
                open.add(file);
            } else {
                file.close();
            }
        }
    }

    private void openBegun() {
        for (Begin next = later.peek(); next != null; next = later.peek()) {
            FileFrames first = open.peek();
            if (first != null && next.timeNs > first.timeNs) {
                return;
            }
            if (open.size() == MAX_OPEN) {
                Problem overlap = Problem.of(next.file).fault("overlaps " + MAX_OPEN + " other captures");
                String few = "consecutive captures, or at most " + MAX_OPEN + " that overlap";
                throw overlap.expected(few).exception(ExitStatus.BAD_INPUT);
            }
            later.remove();
            add(new FileFrames(next.file, places++, counts));
        }
    }

    /** Closes the files. Frames must not be used after this. */
    @Override
    public void close() {
        if (last != null) {
            last.close();
        }
        open.forEach(FileFrames::close);
    }

    /** Frames of one file in time order. No allocation per frame. */
    private static final class FileFrames implements Closeable {
        /** Current frame. */
        Frame frame = new Frame();

        /** Time of the current frame. Frames without a time, and late ones, have the time of the previous frame. */
        long timeNs = Long.MIN_VALUE;

        /** Order of this file among files whose frames have equal times. */
        final int place;

        private final Path file;
        private final FrameOrder order;
        private final CaptureWindow window;
        private @Nullable CaptureRecords records;
        private @Nullable ProblemException failure;
        private boolean ended;

        FileFrames(Path file, int place, CaptureCounts counts) {
            this.file = file;
            this.place = place;
            this.order = new FrameOrder(counts);
            this.window = new CaptureWindow(file, order);
        }

        /**
         * Moves to the next frame.
         *
         * @return false at the end of the file
         * @throws ProblemException if the file is damaged, after all frames before the damage
         */
        boolean advance() {
            while (!order.isNextCertain(window.position())) {
                if (failure != null) {
                    throw failure;
                }
                if (ended) {
                    return false;
                }
                read();
            }
            frame = order.next();
            window.show(frame);
            timeNs = Math.max(timeNs, frame.timeNs);
            return true;
        }

        private void read() {
            try {
                if (records == null) {
                    records = recognise();
                } else if (!records.step()) {
                    window.requireSound();
                    if (window.endsWithin() || window.recordAt < window.position()) {
                        order.counts.cuts.add(file + " ends within the record at byte " + window.recordAt);
                    }
                    ended = true;
                }
            } catch (IOException e) {
                failure = Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
            } catch (ProblemException e) {
                failure = e;
            }
            if (ended || failure != null) {
                order.flush();
            }
        }

        private CaptureRecords recognise() throws IOException {
            window.open();
            int magic = window.has(Integer.BYTES) ? window.i32(0) : PcapngBlocks.SECTION;
            boolean isPcapng = magic == PcapngBlocks.SECTION;
            if (!isPcapng && !PcapRecords.isMagic(magic) && !PcapRecords.isMagic(Integer.reverseBytes(magic))) {
                String known = "pcap (a1b2c3d4, a1b23c4d) or pcapng (0a0d0d0a), plain, in a gzip or in zstd";
                throw window.refusal(0, "magic", HexFormat.of().toHexDigits(magic), known);
            }
            if (!window.has(isPcapng ? PcapngBlocks.MIN_SECTION_LENGTH : PcapRecords.FILE_HEADER)) {
                window.requireSound();
                String fault = window.endsWithin() ? "ends " + window.cutPlace("within its header") : "is empty";
                throw window.refusal(0, Problem.ofFault(fault).expected("pcap or pcapng, plain, in a gzip or in zstd"));
            }
            return isPcapng ? new PcapngBlocks(window, order) : new PcapRecords(window, order);
        }

        @Override
        public void close() {
            FileAccess.change(file, "cannot be closed", window::close);
        }
    }

    /** Reads a pcap file: a header of {@value #FILE_HEADER} bytes and records of one link type. */
    private static final class PcapRecords implements CaptureRecords {
        static final int FILE_HEADER = 24;

        private static final int MICROSECONDS = 0xA1B2C3D4;
        private static final int NANOSECONDS = 0xA1B23C4D;
        /** Format of some old Linux kernels: records have eight more bytes with interface data. */
        private static final int MODIFIED = 0xA1B2CD34;

        /** Mask of the link type. The bits above hold the length of a frame check sequence and flags. */
        private static final int LINK_TYPE = 0xFFFF;

        private static final int FCS_LENGTH_KNOWN = 0x0400_0000;

        private final CaptureWindow in;
        private final FrameOrder frames;
        private final CaptureInterface origin;
        private final int header;

        /** Reads the header of the file, which must be complete. */
        PcapRecords(CaptureWindow in, FrameOrder frames) {
            this.in = in;
            this.frames = frames;
            in.byteOrder = isMagic(in.i32(0)) ? in.byteOrder : ByteOrder.LITTLE_ENDIAN;
            if (in.u16(4) != 2) {
                throw in.refusal(4, "version", in.u16(4), "pcap 2.4");
            }
            int link = in.i32(20);
            int fcsLength = (link & FCS_LENGTH_KNOWN) == 0 ? Frame.UNKNOWN_FCS_LENGTH : Short.BYTES * (link >>> 28);
            int resolution = in.i32(0) == NANOSECONDS ? CaptureInterface.NANOSECONDS : CaptureInterface.MICROSECONDS;
            header = in.i32(0) == MODIFIED ? 24 : 16;
            origin = new CaptureInterface(0, link & LINK_TYPE, fcsLength, in.u32(16), resolution, 0);
            in.advance(FILE_HEADER);
        }

        /** Returns whether this is the magic number of pcap, read in the byte order of the file. */
        static boolean isMagic(int magic) {
            return magic == MICROSECONDS || magic == NANOSECONDS || magic == MODIFIED;
        }

        @Override
        public boolean step() throws IOException {
            in.recordAt = in.position();
            if (!in.has(header)) {
                return false;
            }
            int length = in.i32(8);
            if (length < 0 || length > CaptureWindow.MAX_FRAME) {
                throw in.refusal(0, "length of a frame", in.u32(8), "0.." + CaptureWindow.MAX_FRAME);
            }
            if (length == 0 && in.i32(12) == 0) { // such as zeros after the last record
                throw in.refusal(0, "length of a frame on the wire", 0, "1 or more");
            }
            if (!in.has(header + length)) {
                return false;
            }
            long fraction = in.u32(4);
            frames.counts.badFractions += origin.isBad(fraction) ? 1 : 0;
            frames.add(origin, origin.ns(in.u32(0), fraction), in.position(), header, length, in.u32(12));
            in.advance(header + length);
            return true;
        }
    }
}
