package org.ticktoquote.wire.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.wire.CaptureFiles.ETHERNET;
import static org.ticktoquote.wire.CaptureFiles.MICROSECONDS;
import static org.ticktoquote.wire.CaptureFiles.MODIFIED;
import static org.ticktoquote.wire.CaptureFiles.NANOSECONDS;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.FrameBytes;

class CaptureReaderTest extends CapturesFixture {
    static Stream<Arguments> pcaps() {
        return Stream.of(LITTLE_ENDIAN, BIG_ENDIAN)
                .flatMap(order -> Stream.of(
                        Arguments.of(order, MICROSECONDS, 1_000L),
                        Arguments.of(order, NANOSECONDS, 1L),
                        Arguments.of(order, MODIFIED, 1_000L)));
    }

    @ParameterizedTest
    @MethodSource("pcaps")
    void readsPcapOfEveryUnitAndEitherByteOrder(ByteOrder order, int magic, long unitNs) {
        byte[] file = CaptureFiles.pcap(order, magic, ETHERNET)
                .packet(T, 1, text("one"), 3)
                .packet(0xFFFF_FFFFL, 999_999, text("in 2106"), 7)
                .toBytes();
        assertThat(read(file))
                .containsExactly(
                        new Read("one", NOW + unitNs), new Read("in 2106", 0xFFFF_FFFFL * S + 999_999 * unitNs));
        assertThat(counts.frames).isEqualTo(2);
        assertThat(counts.cuts).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
    void readsPcapngWithSeveralInterfacesAndSections(String name) {
        ByteOrder order = name.equals("BIG_ENDIAN") ? BIG_ENDIAN : LITTLE_ENDIAN;
        ByteOrder other = order == LITTLE_ENDIAN ? BIG_ENDIAN : LITTLE_ENDIAN;
        byte[] file = CaptureFiles.pcapng(order)
                .describe(ETHERNET)
                .describe(ETHERNET, 9, 0)
                .describe(101, 0x80 | 32, T)
                .block(0x0BAD, 24, to -> to)
                .enhanced(0, T * 1_000_000 + 1, text("microseconds"))
                .enhanced(1, NOW + 2_001, text("nanoseconds"))
                .old(1, 3, NOW + 2_002, text("old"))
                .enhanced(2, (1L << 32) + (1L << 31), text("halves"))
                .then(CaptureFiles.pcapng(other)
                        .describe(ETHERNET, 12, T)
                        .enhanced(0, 3_000_000_000_000L, text("picoseconds"))
                        .statistics(0, 7))
                .toBytes();
        assertThat(read(file))
                .containsExactly(
                        new Read("microseconds", NOW + 1_000),
                        new Read("nanoseconds", NOW + 2_001),
                        new Read("old", NOW + 2_002),
                        new Read("halves", NOW + S + S / 2),
                        new Read("picoseconds", NOW + 3 * S));
        assertThat(counts.drops)
                .as("3 before the old packet, 7 of the statistics")
                .isEqualTo(10);
    }

    @Test
    void reportsNumberLengthAndInterfaceOfEachFrame() {
        CaptureFiles section = CaptureFiles.pcapng(LITTLE_ENDIAN);
        byte[] file = section.describe(101, section.option(13, new byte[] {4}))
                .describe(ETHERNET, section.option(13, new byte[] {32}))
                .enhanced(1, 1, text("second"), 2, new byte[0])
                .then(CaptureFiles.pcapng().frame(2_000, text("third")))
                .toBytes();
        List<String> seen = new ArrayList<>();
        CaptureFiles.read(
                List.of(write("capture", file)),
                frame -> seen.add(frame.number + " " + frame.at + " " + frame.length + "/" + frame.wireLength + " "
                        + frame.linkType + " " + frame.fcsLength + " " + frame.interfaceIndex));
        assertThat(seen).containsExactly("1 84 2/6 1 4 1", "2 192 5/5 1 -1 2");
    }

    @Test
    void readsTheLengthOfTheFrameCheckSequenceOfAPcap() {
        byte[] file = CaptureFiles.pcap(LITTLE_ENDIAN, NANOSECONDS, 0x2400_0000 | ETHERNET)
                .frame(NOW, text("x"))
                .toBytes();
        List<Integer> lengths = new ArrayList<>();
        CaptureFiles.read(
                List.of(write("capture", file)), frame -> lengths.add(frame.linkType * 100 + frame.fcsLength));
        assertThat(lengths).containsExactly(104);
    }

    @Test
    void framesWithoutATimeKeepTheirPlace() {
        byte[] file = CaptureFiles.pcapng()
                .simple(text("first"))
                .frame(NOW, text("timed"))
                .simple(text("simple"))
                .frame(NOW + 1, text("after"))
                .toBytes();
        assertThat(texts(file)).containsExactly("first", "timed", "simple", "after");
        assertThat(counts.untimed).isEqualTo(2);
        assertThat(counts.badFractions).isZero();
    }

    @Test
    void fractionOfASecondOrMoreIsNotATime() {
        byte[] file = CaptureFiles.pcap()
                .packet(T, 1_000_000_000, text("damaged"), 7)
                .packet(T, 999_999_999, text("sound"), 5)
                .toBytes();
        assertThat(read(file)).containsExactly(new Read("damaged", Frame.NO_TIME), new Read("sound", NOW + S - 1));
        assertThat(counts.untimed).isOne();
        assertThat(counts.badFractions).isOne();
    }

    @Test
    void sortsFramesByTimeAndKeepsTheOrderOfEqualTimes() {
        byte[] file = CaptureFiles.pcap()
                .frame(NOW + 3_000, text("c"))
                .frame(NOW, text("a"))
                .frame(NOW + 1_000, text("b"))
                .frame(NOW + 3_000, text("d"))
                .frame(NOW + 2 * S, text("e"))
                .frame(NOW + 5, text("too late"))
                .frame(NOW + 2 * S + 1, text("f"))
                .toBytes();
        assertThat(texts(file)).containsExactly("a", "b", "c", "d", "e", "too late", "f");
        assertThat(counts.reordered).isEqualTo(2);
        assertThat(counts.late).isOne();
    }

    @Test
    void countsAFrameFarAheadAndDoesNotDelayOthers() {
        CaptureFiles file = CaptureFiles.pcap();
        for (int i = 0; i < 10; i++) {
            file.frame(NOW + i, text("" + i));
        }
        file.frame(NOW + 3_600 * S, text("ahead"));
        file.frame(NOW + 20, text("20")).frame(NOW + 15, text("15"));
        assertThat(texts(file.toBytes()).subList(10, 13)).containsExactly("ahead", "15", "20");
        assertThat(read(file.toBytes()).get(10).timeNs()).isEqualTo(Frame.NO_TIME);
        assertThat(counts.ahead).isOne();
        assertThat(counts.late).isZero();
        assertThat(counts.reordered).isOne();
    }

    @Test
    void framesAfterAClockWasSetBackAreLate() {
        CaptureFiles file = CaptureFiles.pcap();
        file.frame(NOW + 10 * S, text("a")).frame(NOW + 10 * S + 1, text("b"));
        file.frame(NOW, text("c")).frame(NOW + 2, text("e")).frame(NOW + 1, text("d"));
        file.frame(NOW + 11 * S, text("f"));
        assertThat(texts(file.toBytes())).containsExactly("a", "b", "c", "d", "e", "f");
        assertThat(counts.late).isEqualTo(3);
    }

    /** If no frame is too late, the window gives the same order as a stable sort of all frames. */
    @Test
    void agreesWithASortOfAllFrames() {
        long seed = 38;
        Random random = new Random(seed);
        CaptureFiles file = CaptureFiles.pcap();
        record Entry(long timeNs, String text) {}
        List<Entry> all = new ArrayList<>();
        long timeNs = NOW;
        for (int i = 0; i < 20_000; i++) {
            timeNs += random.nextInt(10) == 0 ? random.nextLong(S) : random.nextLong(50_000);
            Entry entry = new Entry(timeNs - random.nextLong(S / 2), "frame " + i);
            all.add(entry);
            file.frame(entry.timeNs, text(entry.text));
        }
        all.sort(Comparator.comparingLong(Entry::timeNs));
        assertThat(read(file.toBytes()))
                .as("seed %d", seed)
                .extracting(Read::text)
                .containsExactlyElementsOf(all.stream().map(Entry::text).toList());
        assertThat(counts.late).isZero();
    }

    /** The window moves, grows and releases frames, and every byte stays correct. */
    @Test
    void readsMoreThanItsWindowHolds() throws IOException {
        Path path = folder.resolve("large.pcap");
        int frames = 30_000;
        byte[] frame = new byte[1_400];
        ByteBuffer record = ByteBuffer.allocate(16 + frame.length).order(LITTLE_ENDIAN);
        try (OutputStream out = Files.newOutputStream(path)) {
            out.write(CaptureFiles.pcap().toBytes());
            for (int i = 0; i < frames; i++) {
                int swapped = i ^ 1;
                record.clear()
                        .putInt((int) T)
                        .putInt(swapped * 10)
                        .putInt(frame.length)
                        .putInt(frame.length);
                record.putInt(16, swapped).putInt(16 + 1_396, ~swapped);
                out.write(record.array());
            }
        }
        AtomicInteger next = new AtomicInteger();
        CaptureCounts found = CaptureFiles.read(List.of(path), each -> {
            int number = each.buffer.getInt(each.offset, LITTLE_ENDIAN);
            assertThat(number).isEqualTo(next.getAndIncrement());
            assertThat(each.buffer.getInt(each.offset + 1_396, LITTLE_ENDIAN)).isEqualTo(~number);
            assertThat(each.number).isEqualTo((number ^ 1) + 1);
        });
        assertThat(next).hasValue(frames);
        assertThat(found.reordered).isEqualTo(frames / 2);
    }

    private static byte[] packed(String packing, byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = packing.equals("gzip") ? new GZIPOutputStream(packed) : new ZstdOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void unpacksSeveralMembersAndReadsATruncatedOneToItsEnd(String packing) throws IOException {
        byte[] content = CaptureFiles.pcap()
                .frame(NOW, text("first"))
                .frame(NOW + 1, text("second"))
                .toBytes();
        byte[] first = packed(packing, Arrays.copyOf(content, 50));
        byte[] all = FrameBytes.join(first, packed(packing, Arrays.copyOfRange(content, 50, content.length)));
        assertThat(texts(all)).containsExactly("first", "second");
        assertThat(counts.cuts).isEmpty();
        texts(Arrays.copyOf(all, all.length - 6));
        assertThat(counts.cuts).hasSize(1);
        assertThat(texts(FrameBytes.join(first, Arrays.copyOf(first, 7)))).containsExactly("first");
        assertThat(counts.cuts.get(0)).endsWith(" ends within the record at byte 45");
        assertThatThrownBy(() -> texts(Arrays.copyOf(first, 15)))
                .hasMessageContaining(
                        "ends in the middle of a " + packing + ", before its first bytes can be unpacked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void deliversFramesBeforeDamagedCompression(String packing) throws IOException {
        byte[] content = CaptureFiles.pcap().frame(NOW, text("first")).toBytes();
        byte[] all = FrameBytes.join(packed(packing, content), text("this is no member of anything"));
        assertThatThrownBy(() -> texts(all))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("capture: byte 45: not a sound capture: not a sound " + packing);
        assertThat(read).containsExactly(new Read("first", NOW));
    }

    @Test
    void readsATruncatedFileToItsLastWholeRecord() {
        byte[] file = CaptureFiles.pcap()
                .frame(NOW, text("whole"))
                .frame(NOW + 1, text("cut"))
                .toBytes();
        for (int missing = 1; missing < 19; missing++) {
            assertThat(texts(Arrays.copyOf(file, file.length - missing))).containsExactly("whole");
            assertThat(counts.cuts).containsExactly(folder.resolve("capture") + " ends within the record at byte 45");
        }
        assertThat(texts(Arrays.copyOf(file, file.length - 19))).containsExactly("whole");
        assertThat(counts.cuts).isEmpty();
    }

    @Test
    void readsTheFilesOfARingInTimeOrder() {
        Path last = CaptureFiles.pcap().frame(NOW + 20, text("d")).write(folder.resolve("ring0"));
        Path first = CaptureFiles.pcapng()
                .frame(NOW, text("a"))
                .frame(NOW + 15, text("c"))
                .write(folder.resolve("ring1"));
        Path middle = CaptureFiles.pcap(BIG_ENDIAN, MICROSECONDS, 101)
                .frame(NOW + 10, text("b"))
                .write(folder.resolve("ring2"));
        Path none = CaptureFiles.pcap().write(folder.resolve("ring3"));
        assertThat(read(last, first, middle, none)).extracting(Read::text).containsExactly("a", "b", "c", "d");
        assertThat(counts.frames).isEqualTo(4);
        List<Long> numbers = new ArrayList<>();
        CaptureFiles.read(List.of(last, first, middle, none), frame -> numbers.add(frame.number));
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 4).boxed().toList());
    }

    @Test
    void mergesFilesOfTwoInterfacesInTimeOrder() throws IOException {
        Path one = write(
                "one",
                CaptureFiles.pcap()
                        .frame(NOW, text("a"))
                        .frame(NOW + 10 * S, text("c"))
                        .frame(NOW + 20 * S, text("e"))
                        .toBytes());
        Path two = write(
                "two",
                CaptureFiles.pcapng()
                        .frame(NOW + 5 * S, text("b"))
                        .simple(text("behind b"))
                        .frame(NOW + 10 * S, text("d"))
                        .frame(NOW + 20 * S - 1, text("just before e"))
                        .toBytes());
        assertThat(read(two, one))
                .extracting(Read::text)
                .containsExactly("a", "b", "behind b", "c", "d", "just before e", "e");
        assertThat(counts.late).isZero();
        assertThat(counts.frames).isEqualTo(7);
        assertThat(counts.untimed).isOne();
    }

    @Test
    void readsAGrowingFileToItsEndWhenReached() throws IOException {
        byte[] file = CaptureFiles.pcap()
                .frame(NOW, text("first"))
                .frame(NOW + 2 * S, text("second"))
                .frame(NOW + 4 * S, text("third"))
                .frame(NOW + 6 * S, text("cut"))
                .toBytes();
        Path path = write("growing", Arrays.copyOf(file, 70));
        AtomicInteger written = new AtomicInteger(70);
        counts = CaptureFiles.read(List.of(path), frame -> {
            take(frame);
            int to = Math.min(file.length - 1, written.get() + 25);
            byte[] some = Arrays.copyOfRange(file, written.getAndSet(to), to);
            try {
                Files.write(path, some, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(read).extracting(Read::text).startsWith("first", "second").doesNotContain("cut");
        assertThat(counts.cuts).hasSize(1);
    }

    private Path pipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    private Path pipe(byte[] content) throws IOException, InterruptedException {
        Path pipe = pipe();
        Thread writer = new Thread(() -> write("pipe", content));
        writer.setDaemon(true);
        writer.start();
        return pipe;
    }

    @Test
    void readsAPipe() throws Exception {
        byte[] file = CaptureFiles.pcap().frame(NOW, text("piped")).toBytes();
        assertThat(read(pipe(packed("gzip", file)))).containsExactly(new Read("piped", NOW));
    }

    @Test
    void readsAPipeTwiceFromATemporaryCopy() throws Exception {
        Path pipe = pipe(CaptureFiles.pcap().frame(NOW, text("piped")).toBytes());
        Path file = CaptureFiles.pcap().frame(NOW + 1, text("filed")).write(folder.resolve("file"));
        Path copies = Files.createDirectory(folder.resolve("run"));
        try (CaptureSpool spool = new CaptureSpool(copies, Progress.onStandardError())) {
            spool.add(List.of(pipe, file), () -> false);
            for (int pass = 0; pass < 2; pass++) {
                assertThat(read(spool.files.toArray(Path[]::new)))
                        .extracting(Read::text)
                        .containsExactly("piped", "filed");
            }
            assertThat(copies).isNotEmptyDirectory();
        }
        assertThat(copies).isEmptyDirectory();
        assertThat(file).exists();
    }

    @Test
    void readsWhatAnIdleWriterWroteBeforeTheInterrupt() throws Exception {
        byte[] file = CaptureFiles.pcap().frame(NOW, text("piped")).toBytes();
        Path pipe = pipe();
        Path copies = Files.createDirectory(folder.resolve("run"));
        File copy = copies.resolve("pipe").toFile();
        CountDownLatch over = new CountDownLatch(1);
        Thread writer = new Thread(() -> writeAndHold(pipe, file, over));
        writer.start();

        try (CaptureSpool spool = new CaptureSpool(copies, Progress.onStandardError())) {
            spool.add(List.of(pipe), () -> copy.length() == file.length);
            assertThat(read(spool.files.toArray(Path[]::new))).containsExactly(new Read("piped", NOW));
        } finally {
            over.countDown();
            writer.join();
        }
        assertThat(copies).isEmptyDirectory();
    }

    private static void writeAndHold(Path pipe, byte[] file, CountDownLatch over) {
        try (OutputStream out = Files.newOutputStream(pipe)) {
            out.write(file);
            over.await();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
