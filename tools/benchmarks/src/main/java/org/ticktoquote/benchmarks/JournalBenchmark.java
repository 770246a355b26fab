package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.IoUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Cost of appending one tick of 72 bytes to a journal, to plain mapped memory, and through a system call.
 *
 * <p>Each invocation fills a new file with {@value #RECORDS} records. The file is prepared before and deleted after the
 * measured time. All reported allocation comes from the preparation.
 */
public class JournalBenchmark extends HotPathBenchmark {
    static final int RECORDS = 500_000;

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void append(Journal journal) {
        JournalWriter writer = journal.writer;
        for (int i = 0; i < RECORDS; i++) {
            int at = writer.claim();
            put(writer.buffer(), at, i);
            writer.commit();
        }
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void baselineMappedMemory(MappedFile file) {
        for (int i = 0; i < RECORDS; i++) {
            put(file.buffer, i * TickRecord.LENGTH, i);
        }
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void baselineFileChannel(OrdinaryFile file) throws IOException {
        for (int i = 0; i < RECORDS; i++) {
            put(file.record, 0, i);
            file.bytes.clear();
            file.channel.write(file.bytes);
        }
    }

    private static void put(MutableDirectBuffer to, int at, int number) {
        TickRecord.putTimes(to, at, number, 2L * number, 3L * number, 0);
        TickRecord.putSource(to, at, 4L * number, 7, 1, TickRecord.BID | TickRecord.ASK);
        TickRecord.putTop(to, at, 1_234_560_000L, 1_234_570_000L, 1_000_000, 2_000_000);
    }

    /** Journal with one segment. */
    public static class Journal extends NewFiles {
        private JournalWriter writer;

        @Override
        void open(Path directory) {
            writer = JournalWriter.at(directory.resolve("ticks.journal"), TickRecord.SCHEMA)
                    .recordsPerSegment(RECORDS)
                    .open();
        }

        @Override
        void close() {
            writer.close();
        }
    }

    /** File that is filled and mapped like a segment of a journal. */
    public static class MappedFile extends NewFiles {
        private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        private FileChannel channel;

        @Override
        void open(Path directory) throws IOException {
            int length = RECORDS * TickRecord.LENGTH;
            channel = FileChannel.open(
                    directory.resolve("mapped"),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            channel.write(ByteBuffer.allocateDirect(length));
            buffer.wrap(channel.map(FileChannel.MapMode.READ_WRITE, 0, length));
            for (int page = 0; page < length; page += 4096) {
                buffer.putByte(page, (byte) 0);
            }
        }

        @Override
        void close() throws IOException {
            IoUtil.unmap((MappedByteBuffer) buffer.byteBuffer());
            channel.close();
        }
    }

    /** File that grows with every write. */
    public static class OrdinaryFile extends NewFiles {
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(TickRecord.LENGTH);
        private final UnsafeBuffer record = new UnsafeBuffer(bytes);
        private FileChannel channel;

        @Override
        void open(Path directory) throws IOException {
            channel = FileChannel.open(
                    directory.resolve("ordinary"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }

        @Override
        void close() throws IOException {
            channel.close();
        }
    }
}
