package org.ticktoquote.wire.capture;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
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
}
