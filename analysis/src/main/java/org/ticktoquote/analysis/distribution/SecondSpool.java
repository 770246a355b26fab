package org.ticktoquote.analysis.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.WholeFile;

/**
 * Values by second, which may come in any order: the seconds that were used last are in memory, a fixed number of them, the
 * others in a file without a name. Not thread-safe.
 */
public final class SecondSpool implements AutoCloseable {
    static final int IN_MEMORY = 16;

    private final Path beside;
    private final Map<Long, BucketCounts> open = new LinkedHashMap<>(IN_MEMORY, 1, true);
    private final Deque<BucketCounts> spare = new ArrayDeque<>();
    private final TreeMap<Long, List<Piece>> written = new TreeMap<>();
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 14);
    private @Nullable FileChannel file;
    private long length;
    private long latest;
    private @Nullable BucketCounts ofLatest;

    /** A part of a second, in the file. */
    private record Piece(long at, int length) {}

    /** An empty one; its file lies beside this one. */
    public SecondSpool(Path beside) {
        this.beside = beside;
    }

    /** Adds a value; one below 0 counts as 0. */
    public void record(long second, long value) {
        BucketCounts values = ofLatest;
        if (values == null || second != latest) {
            values = of(second);
            latest = second;
            ofLatest = values;
        }
        values.add(value);
    }

    private BucketCounts of(long second) {
        BucketCounts known = open.get(second);
        if (known != null) {
            return known;
        }
        if (open.size() == IN_MEMORY) {
            putAway();
        }
        BucketCounts values = spare.isEmpty() ? new BucketCounts() : spare.pop();
        open.put(second, values);
        return values;
    }

    /** The second that was not used for longest. */
    private void putAway() {
        Iterator<Map.Entry<Long, BucketCounts>> oldest = open.entrySet().iterator();
        Map.Entry<Long, BucketCounts> second = oldest.next();
        BucketCounts values = second.getValue();
        int needed = values.mostBytes();
        buffer = buffer.capacity() < needed ? ByteBuffer.allocate(needed) : buffer;
        buffer.clear();
        values.moveTo(buffer);
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
        written.computeIfAbsent(second.getKey(), none -> new ArrayList<>()).add(piece);
        oldest.remove();
        spare.push(values);
    }

    private FileChannel opened() throws IOException {
        @Nullable FileChannel known = file;
        if (known == null) {
            Path name = WholeFile.neighbour(beside);
            known = FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
            file = known;
            Files.delete(name); // whatever ends this process leaves nothing
        }
        return known;
    }

    private UncheckedIOException failure(IOException e) {
        return Problem.of(beside)
                .fault("what belongs beside it cannot be kept", e)
                .failure(e);
    }

    /** All that hold something. */
    public SortedSet<Long> seconds() {
        SortedSet<Long> seconds = new TreeSet<>(written.keySet());
        seconds.addAll(open.keySet());
        return seconds;
    }

    /** Adds the values of a second. */
    public void addTo(long second, Histogram sum) {
        BucketCounts values = open.get(second);
        if (values != null) {
            values.addTo(sum);
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
