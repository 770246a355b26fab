package org.ticktoquote.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/** Frames of one file in time order. No allocation per frame. */
final class FileFrames implements Closeable {
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
