package org.ticktoquote.wire.capture;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;

/**
 * Reads the frames of a capture in the order of their times, in bounded memory: of a file, a pipe, the files of a ring as tcpdump
 * ({@code -C}, {@code -W}) and dumpcap write them, or files of several interfaces.
 *
 * <p>The formats pcap and pcapng, plain, in a gzip or in zstd, are told by their first bytes. {@code -} is the standard input.
 * Several files are merged by their times; a file is open only from its first time on, and equal times keep the order of the
 * files. A file that ends within a record is read up to there ({@link CaptureCounts#cuts}), one that is written to where it ends.
 * Where a file is damaged, everything before is handed on, and then the reading is refused. No allocation for a frame. Not
 * thread-safe.
 */
public final class CaptureReader implements AutoCloseable {
    static final int MAX_OPEN = 64;

    /** Counts of what was read so far, live. */
    public final CaptureCounts counts = new CaptureCounts();

    private final Queue<Begin> later = new ArrayDeque<>();
    private final PriorityQueue<FileFrames> open = new PriorityQueue<>();
    private final boolean isOneFile;
    /** The file whose frame was handed on last. */
    private @Nullable FileFrames last;

    private long frames;
    private int places;

    /** A file and its first time. */
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
     * @throws Refusal when there is no file, or one of several cannot be read, or is no capture of a known format
     */
    public CaptureReader(List<Path> files) {
        if (files.isEmpty()) {
            throw Problem.ofFault("no capture").expected("at least one file").refusal();
        }
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
     * Hands on the next frame.
     *
     * @return whether there was one
     * @throws Refusal when a file cannot be read, is no capture of a known format, or is damaged, with the place of it
     */
    public boolean advance(FrameHandler handler) {
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
        handler.frame(frame);
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
                throw Problem.of(next.file)
                        .fault("begins while " + MAX_OPEN + " others go on")
                        .expected("captures that follow each other, or at most " + MAX_OPEN + " of one time")
                        .refusal(ExitStatus.BAD_INPUT);
            }
            later.remove();
            add(new FileFrames(next.file, places++, counts));
        }
    }

    /** No frame may be used any more. */
    @Override
    public void close() {
        if (last != null) {
            last.close();
        }
        open.forEach(FileFrames::close);
    }
}
