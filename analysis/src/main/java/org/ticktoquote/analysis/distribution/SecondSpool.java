package org.ticktoquote.analysis.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Values by second, which can arrive in any order. Keeps a fixed number of recently used seconds in memory and moves the
 * others to an unlinked temporary file. Not thread-safe.
 */
public final class SecondSpool implements AutoCloseable {
    static final int IN_MEMORY = 16;

    private final Path beside;
    /** Second in each slot. A slot is empty if its {@code usedAt} is 0. */
    private final long[] seconds = new long[IN_MEMORY];

    private final long[] usedAt = new long[IN_MEMORY];
    private final BucketCounts[] values = new BucketCounts[IN_MEMORY];
    private long uses;
    private int latest;
    private final TreeMap<Long, List<Piece>> written = new TreeMap<>();
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 14);
    private @Nullable FileChannel file;
    private long length;

    /** Block of the file with values of one second. */
    private record Piece(long at, int length) {}

    /** @param beside file whose folder gets the temporary file */
    public SecondSpool(Path beside) {
        this.beside = beside;
        Arrays.setAll(values, i -> new BucketCounts());
    }

    /** Adds a value; negative values count as 0. */
    public void record(long second, long value) {
        if (second != seconds[latest] || usedAt[latest] == 0) {
            latest = load(second);
        }
        values[latest].add(value);
    }

    private int load(long second) {
        int place = place(second);
        if (usedAt[place] != 0 && seconds[place] != second) {
            spill(place);
        }
        seconds[place] = second;
        usedAt[place] = ++uses;
        return place;
    }

    /** Returns the slot of a second, or else the least recently used slot. */
    private int place(long second) {
        int oldest = 0;
        for (int i = 0; i < IN_MEMORY; i++) {
            if (seconds[i] == second && usedAt[i] != 0) {
                return i;
            }
            oldest = usedAt[i] < usedAt[oldest] ? i : oldest;
        }
        return oldest;
    }

    private void spill(int place) {
        BucketCounts kept = values[place];
        int needed = kept.mostBytes();
        buffer = buffer.capacity() < needed ? ByteBuffer.allocate(needed) : buffer;
        buffer.clear();
        kept.moveTo(buffer);
        buffer.flip();
        Piece piece = new Piece(length, buffer.remaining());
        try {
            FileChannel to = opened();
            while (buffer.hasRemaining()) {
                length += to.write(buffer, length);
            }
        } catch (IOException e) {
            throw failure(e);
        }
        written.computeIfAbsent(seconds[place], none -> new ArrayList<>()).add(piece);
    }

    private FileChannel opened() throws IOException {
        @Nullable FileChannel known = file;
        if (known == null) {
            Path name = AtomicFile.temporary(beside);
            known = FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
            file = known;
            Files.delete(name); // leaves no file behind, even if the process is killed
        }
        return known;
    }

    private UncheckedIOException failure(IOException e) {
        return Problem.of(beside).fault("its data cannot be written", e).failure(e);
    }

    /** Returns all seconds that have values. */
    public SortedSet<Long> seconds() {
        SortedSet<Long> all = new TreeSet<>(written.keySet());
        for (int i = 0; i < IN_MEMORY; i++) {
            if (usedAt[i] != 0) {
                all.add(seconds[i]);
            }
        }
        return all;
    }

    public void addTo(long second, Histogram sum) {
        int place = place(second);
        if (seconds[place] == second && usedAt[place] != 0) {
            values[place].addTo(sum);
        }
        for (Piece piece : written.getOrDefault(second, List.of())) {
            BucketCounts.addTo(sum, read(piece));
        }
    }

    private ByteBuffer read(Piece piece) {
        ByteBuffer content = ByteBuffer.allocate(piece.length());
        try {
            FileChannel from = opened();
            while (content.hasRemaining()) {
                if (from.read(content, piece.at() + content.position()) < 0) {
                    throw new IOException("its end is missing");
                }
            }
        } catch (IOException e) {
            throw failure(e);
        }
        return content.flip();
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }
}
