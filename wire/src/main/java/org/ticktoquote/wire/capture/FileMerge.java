package org.ticktoquote.wire.capture;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Hands on the frames of several files in the order of their times: files of a ring one after another, files of several
 * interfaces side by side. A file is open only from its first time on. Equal times keep the order of the files. One thread; no
 * allocation for a frame.
 */
final class FileMerge implements AutoCloseable {
    static final int MOST_OPEN = 64;

    private final Queue<Begin> later;
    private final PriorityQueue<Part> open =
            new PriorityQueue<>(Comparator.comparingLong(Part::key).thenComparingInt(Part::place));
    private final List<CaptureCounts> read = new ArrayList<>();
    private long frames;
    private int places;

    /** A file and its first time. */
    record Begin(Path file, long timeNs) {}

    /** @param files by their first times */
    FileMerge(List<Begin> files) {
        this.later = new ArrayDeque<>(files);
    }

    /** A file that is read, up to a frame that is not handed on yet. */
    private static final class Part implements FrameHandler {
        private final CaptureReader reader;
        private final int place;
        private @Nullable Frame held;
        private long key = Long.MIN_VALUE;

        Part(CaptureReader reader, int place) {
            this.reader = reader;
            this.place = place;
        }

        /** Frames without a time, and late ones, stay behind the one before them. */
        @Override
        public void frame(Frame frame) {
            held = frame;
            key = Math.max(key, frame.timeNs);
        }

        long key() {
            return key;
        }

        int place() {
            return place;
        }
    }

    void read(FrameHandler handler) {
        while (true) {
            openUpTo();
            Part first = open.poll();
            if (first == null) {
                return;
            }
            Frame frame = first.held;
            if (frame != null) {
                frame.number = ++frames;
                handler.frame(frame);
            }
            add(first);
        }
    }

    private void add(Part part) {
        if (part.reader.advance(part)) {
            open.add(part);
        } else {
            read.add(part.reader.counts());
            part.reader.close();
        }
    }

    /** A file is sorted within a window: it can have earlier frames than its first one. */
    private void openUpTo() {
        for (Begin next = later.peek(); next != null; next = later.peek()) {
            Part first = open.peek();
            if (first != null && next.timeNs() > first.key + FrameOrder.LENGTH_NS) {
                return;
            }
            if (open.size() == MOST_OPEN) {
                throw Problem.of(next.file())
                        .fault("begins while " + MOST_OPEN + " others go on")
                        .expected("captures that follow each other, or at most " + MOST_OPEN + " of one time")
                        .refusal(ExitStatus.BAD_INPUT);
            }
            later.remove();
            add(new Part(CaptureReader.open(List.of(next.file()), null, () -> {}), places++));
        }
    }

    CaptureCounts counts() {
        return read.stream().reduce(CaptureCounts::and).orElseThrow();
    }

    @Override
    public void close() {
        open.forEach(part -> part.reader.close());
    }
}
