package org.ticktoquote.wire.capture;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.wire.capture.FileMerge.Begin;

/**
 * Files that are one capture: a file, a pipe, or the files of a ring as tcpdump ({@code -C}, {@code -W}) and dumpcap write
 * them.
 *
 * <p>The formats pcap and pcapng, plain, in a gzip or in zstd, are told by their first bytes. Several files are merged by their
 * times, or, where they are read frame by frame, one after another in the order of their first times. {@code -} is the standard
 * input.
 */
public final class Captures {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<Path> files;
    private final @Nullable BooleanSupplier stop;
    private final Runnable pause;

    private Captures(List<Path> files, @Nullable BooleanSupplier stop, Runnable pause) {
        this.files = List.copyOf(files);
        this.stop = stop;
        this.pause = pause;
    }

    /** Reads these files to their ends. */
    public static Captures of(List<Path> files) {
        return new Captures(files, null, () -> LockSupport.parkNanos(POLL_NS));
    }

    /**
     * Reads on where the last file ends, as long as it is written, until told to stop. What is read is handed on at least
     * every second. Packed files, and pipes, are read to their ends.
     */
    public Captures follow(BooleanSupplier stop) {
        return new Captures(files, stop, pause);
    }

    /** Waits otherwise between two looks at a file that is written. */
    Captures pausing(Runnable otherwise) {
        return new Captures(files, stop, otherwise);
    }

    /**
     * Reads everything.
     *
     * @throws Refusal when a file cannot be read, is no capture of a known format, or is damaged; all frames before that place
     *     are handed on first
     */
    public CaptureCounts read(FrameHandler handler) {
        if (files.size() > 1 && stop == null) {
            try (FileMerge merge = new FileMerge(begins())) {
                merge.read(handler);
                return merge.counts();
            }
        }
        try (CaptureReader reader = open()) {
            boolean more = true;
            while (more) {
                more = reader.advance(handler);
            }
            return reader.counts();
        }
    }

    /**
     * Opens the capture, to read it frame by frame.
     *
     * @throws Refusal when a file cannot be read, or is no capture of a known format
     */
    public CaptureReader open() {
        return CaptureReader.open(ordered(), stop, pause);
    }

    private List<Path> ordered() {
        if (files.size() == 1) {
            Path only = files.get(0);
            return CaptureInput.isStandardInput(only) ? files : List.of(UserPath.input(only));
        }
        if (files.isEmpty()) {
            throw Problem.ofFault("no capture").expected("at least one file").refusal();
        }
        return begins().stream().map(Begin::file).toList();
    }

    /** By their first times. */
    private List<Begin> begins() {
        return files.stream()
                .map(file -> new Begin(file, CaptureReader.firstTimeNs(UserPath.regularInput(file))))
                .sorted(Comparator.comparingLong(Begin::timeNs))
                .toList();
    }
}
