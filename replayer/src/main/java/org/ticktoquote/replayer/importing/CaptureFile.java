package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.Capture;
import org.ticktoquote.wire.CaptureCounts;
import org.ticktoquote.wire.Datagram;

/** A capture with its next datagram. */
final class CaptureFile implements AutoCloseable {
    private final Path file;
    private final Capture capture;
    private @Nullable Datagram next;

    private CaptureFile(Path file, Capture capture) {
        this.file = file;
        this.capture = capture;
    }

    static CaptureFile open(Path file) {
        CaptureFile opened = new CaptureFile(file, Capture.open(file));
        opened.move();
        return opened;
    }

    Path file() {
        return file;
    }

    /** The next datagram; null behind the last. */
    @Nullable
    Datagram next() {
        return next;
    }

    void move() {
        next = capture.next();
    }

    /** What is to be said of it when it was read to its end. */
    Stream<String> notes() {
        CaptureCounts counts = capture.counts();
        Stream<Optional<String>> tunnels = counts.tunnels().entrySet().stream()
                .map(each -> note(
                        each.getValue(),
                        "frames in " + each.getKey() + ", which are not opened: what they carry is not read; capture"
                                + " where they are unwrapped"));
        return Stream.concat(others(counts), tunnels).flatMap(Optional::stream);
    }

    private Stream<Optional<String>> others(CaptureCounts counts) {
        return Stream.of(
                counts.whole()
                        ? Optional.<String>empty()
                        : Optional.of("note: " + file + ": ends in the middle of a record, at byte " + counts.cutAt()),
                note(counts.fragments(), "fragments of IP packets, which are not put together"),
                note(counts.malformed(), "frames whose headers contradict each other"),
                note(
                        counts.otherLinks(),
                        "frames of interfaces of a kind that is not read; Ethernet, cooked, loopback and raw are"),
                note(counts.duplicates(), "datagrams that were captured twice, and taken once"));
    }

    private Optional<String> note(long count, String what) {
        return count == 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "note: %s: %,d %s", file, count, what));
    }

    @Override
    public void close() {
        capture.close();
    }
}
