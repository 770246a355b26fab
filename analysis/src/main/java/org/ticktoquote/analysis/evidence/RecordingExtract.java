package org.ticktoquote.analysis.evidence;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Extracts an interval of a flight recording into a new recording. Keeps the overlapping events, or the complete chunks if
 * this Java cannot filter events.
 */
public final class RecordingExtract {
    /** {@code RecordingFile.write(Path, Predicate)}, since Java 19; null on earlier versions. */
    private static final @Nullable Method WRITE = write();

    private RecordingExtract() {}

    private static @Nullable Method write() {
        try {
            return RecordingFile.class.getMethod("write", Path.class, Predicate.class);
        } catch (NoSuchMethodException older) {
            return null;
        }
    }

    /** Returns whether this Java can filter events; otherwise complete chunks are kept. */
    public static boolean isExact() {
        return WRITE != null;
    }

    /**
     * Writes the interval atomically if any event overlaps it.
     *
     * @return whether any event overlaps it
     * @throws IOException if it cannot be written, or the recording is damaged; the message states which
     */
    public static boolean write(Path recording, Instant from, Instant to, Path file) throws IOException {
        FlightChunks all = FlightChunks.of(recording);
        if (all.isEmpty()) {
            throw new IOException(all.damage());
        }
        FlightChunks touching = all.between(ns(from), ns(to));
        return !touching.isEmpty() && write(touching, from, to, file);
    }

    private static boolean write(FlightChunks chunks, Instant from, Instant to, Path file) throws IOException {
        AtomicBoolean found = new AtomicBoolean();
        Predicate<RecordedEvent> overlapping = event -> {
            boolean overlaps =
                    !event.getStartTime().isAfter(to) && !event.getEndTime().isBefore(from);
            found.compareAndSet(false, overlaps);
            return overlaps;
        };
        Path part = AtomicFile.deletedOnExit(Files.createTempFile("t2q-", ".jfr"));
        Path temporaryFile = AtomicFile.temporary(file);
        try {
            chunks.copyTo(part);
            write(part, overlapping, temporaryFile);
            if (found.get()) {
                AtomicFile.rename(temporaryFile, file);
            }
            return found.get();
        } finally {
            Files.deleteIfExists(part);
            Files.deleteIfExists(temporaryFile);
        }
    }

    private static long ns(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }

    private static void write(Path chunks, Predicate<RecordedEvent> events, Path file) throws IOException {
        try (RecordingFile whole = new RecordingFile(chunks)) {
            if (WRITE == null) {
                keepWhole(whole, events, chunks, file);
            } else {
                WRITE.invoke(whole, file, events);
            }
        } catch (InvocationTargetException
                | IllegalAccessException
                | RuntimeException
                | OutOfMemoryError
                | StackOverflowError
                | InternalError e) {
            // the JDK's parser trusts every length and reference in a damaged file
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(FlightRecording.reason(cause), e);
        }
    }

    private static void keepWhole(RecordingFile whole, Predicate<RecordedEvent> events, Path chunks, Path file)
            throws IOException {
        boolean found = false;
        while (!found && whole.hasMoreEvents()) {
            found = events.test(whole.readEvent());
        }
        if (found) {
            Files.copy(chunks, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
