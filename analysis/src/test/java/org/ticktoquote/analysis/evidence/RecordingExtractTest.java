package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.evidence.FlightChunk;

/** A recording of this JVM in two chunks, with numbered events. */
class RecordingExtractTest {
    private static final int FIRST_CHUNK = 4;
    private static final int ALL = 10;

    @TempDir
    private static Path shared;

    private static Path whole;
    private static List<RecordedEvent> events;

    @TempDir
    private Path folder;

    private Path cut;

    /** Lasts a moment. */
    static final class Mark extends Event {
        private final int number;

        Mark(int number) {
            this.number = number;
        }
    }

    @BeforeAll
    static void record() throws Exception {
        whole = shared.resolve("application.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(Mark.class);
            recording.start();
            mark(0, FIRST_CHUNK);
            recording.dump(shared.resolve("first.jfr")); // begins a chunk
            mark(FIRST_CHUNK, ALL);
            recording.stop();
            recording.dump(whole);
        }
        events = marks(whole);
        assertThat(events).hasSize(ALL);
    }

    private static void mark(int from, int to) {
        for (int i = from; i < to; i++) {
            Mark mark = new Mark(i);
            mark.begin();
            FlightRecordingTest.spin(TimeUnit.MILLISECONDS.toNanos(2));
            mark.commit();
        }
    }

    private static List<RecordedEvent> marks(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().endsWith("Mark"))
                .sorted((one, other) -> Integer.compare(one.getInt("number"), other.getInt("number")))
                .toList();
    }

    private static Instant middle(int number) {
        return events.get(number).getStartTime().plusNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    private static long ns(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }

    @BeforeEach
    void name() {
        cut = folder.resolve("episode-01.jfr");
    }

    /** Numbers of the expected events: if this JDK cannot filter events, all of the overlapping chunks. */
    private static Integer[] expected(int from, int to, int firstOfChunks, int endOfChunks) {
        assertThat(RecordingExtract.isExact()).isEqualTo(Runtime.version().feature() >= 19);
        return (RecordingExtract.isExact() ? IntStream.range(from, to) : IntStream.range(firstOfChunks, endOfChunks))
                .boxed()
                .toArray(Integer[]::new);
    }

    @Test
    void containsEventsThatOverlapTheInterval() throws Exception {
        assertThat(RecordingExtract.write(whole, middle(2), middle(5), cut)).isTrue();
        assertThat(marks(cut)).extracting(event -> event.getInt("number")).containsExactly(expected(2, 6, 0, ALL));
        assertThat(marks(cut))
                .extracting(RecordedEvent::getDuration)
                .contains(events.get(2).getDuration());
        assertThat(Files.size(cut)).isLessThanOrEqualTo(Files.size(whole));
        assertThat(Files.getPosixFilePermissions(cut)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(folder).isDirectoryNotContaining(file -> !file.equals(cut));
    }

    @Test
    void isReproducible() throws Exception {
        assertThat(RecordingExtract.write(whole, middle(2), middle(5), cut)).isTrue();
        byte[] first = Files.readAllBytes(cut);
        assertThat(RecordingExtract.write(whole, middle(2), middle(5), cut)).isTrue();
        assertThat(cut).hasBinaryContent(first);
    }

    @Test
    void readsOnlyChunksOfTheInterval() throws Exception {
        FlightChunks chunks = FlightChunks.of(whole);
        assertThat(chunks.all()).hasSize(2);
        assertThat(chunks.between(ns(middle(1)), ns(middle(2))).all())
                .containsExactly(chunks.all().get(0));
        assertThat(chunks.between(ns(middle(7)), ns(middle(8))).all())
                .containsExactly(chunks.all().get(1));
        assertThat(RecordingExtract.write(whole, middle(7), middle(8), cut)).isTrue();
        assertThat(marks(cut))
                .extracting(event -> event.getInt("number"))
                .containsExactly(expected(7, 9, FIRST_CHUNK, ALL));
        assertThat(Files.size(cut)).isLessThan(Files.size(whole));
    }

    @Test
    void writesNoFileForAnIntervalWithoutEvents() throws Exception {
        Instant before = middle(0).minusSeconds(60);
        assertThat(RecordingExtract.write(whole, before.minusSeconds(1), before, cut))
                .isFalse();
        assertThat(folder).isEmptyDirectory();
    }

    /** The file is appended to, truncated or replaced between reading its chunks and copying them. */
    @Test
    void recordingChangedDuringReadingIsReadAsBeforeOrRefused() throws Exception {
        byte[] bytes = Files.readAllBytes(whole);
        Path live = Files.write(folder.resolve("live.jfr"), bytes);
        FlightChunks original = FlightChunks.of(live);
        Path copy = Files.createFile(folder.resolve("copy.jfr"));

        Files.write(live, Arrays.copyOf(bytes, 1000), StandardOpenOption.APPEND);
        original.copyTo(copy);
        assertThat(copy).hasBinaryContent(bytes);

        Files.write(live, Arrays.copyOf(bytes, bytes.length - 1));
        Files.write(copy, new byte[0]);
        assertThatThrownBy(() -> original.copyTo(copy)).hasMessage("it was truncated while it was read");

        byte[] other = bytes.clone();
        ByteBuffer.wrap(other).putLong(32, original.startNs() + 1); // begins later
        Files.write(live, other);
        Files.write(copy, new byte[0]);
        assertThatThrownBy(() -> original.copyTo(copy)).hasMessage("it was replaced while it was read");

        other[FlightChunk.STATE] = (byte) FlightChunk.IN_CHANGE;
        Files.write(live, other);
        Files.write(copy, new byte[0]);
        assertThatThrownBy(() -> original.copyTo(copy)).hasMessageEndingWith("whose header was being written");
    }

    @Test
    void failureOnADamagedRecordingLeavesNoFile() throws Exception {
        byte[] bytes = Files.readAllBytes(whole);
        for (int i = 100; i < bytes.length; i += bytes.length / 40) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 0x55;
            Path file = Files.write(folder.resolve("a.jfr"), damaged);
            try {
                boolean ignored = RecordingExtract.write(file, middle(2), middle(5), cut);
            } catch (IOException e) {
                assertThat(e.getMessage()).isNotEmpty();
                assertThat(cut).doesNotExist();
            }
            Files.deleteIfExists(cut);
            assertThat(folder).isDirectoryNotContaining(left -> !left.equals(file));
        }
        assertThatThrownBy(() -> RecordingExtract.write(folder.resolve("none.jfr"), middle(2), middle(5), cut))
                .isInstanceOf(IOException.class);
    }
}
