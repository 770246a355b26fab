package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.recording.WriteBehind;

/**
 * Stores rows between check and writing. A file is read only once, and the checked rows are written even if the file
 * changes.
 *
 * <p>Uses a temporary file of {@value #LENGTH} bytes per row next to the recording. It is unlinked as soon as it is open, so
 * no file remains. Not thread-safe.
 */
final class RowSpool implements Closeable {
    private static final int LENGTH = 52;
    private static final int ROWS_WRITTEN = 8_192;
    private static final int ROWS_HELD = 2_048;

    private final FileChannel channel;
    private final WriteBehind writer;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> symbols = new ArrayList<>();
    private String lastSymbol = "";
    private int lastId = -1;
    private ByteBuffer held;
    private long rows;

    private RowSpool(FileChannel channel) throws IOException {
        this.channel = channel;
        this.writer = new WriteBehind(channel, ROWS_WRITTEN * LENGTH, rows -> {});
        this.held = writer.buffer();
    }

    /** Creates an empty spool next to an output file. */
    static RowSpool nextTo(Path out) throws IOException {
        Path file = file(out);
        Files.deleteIfExists(
                file); // left by a crashed import, because a running one would hold the claim on the output
        return new RowSpool(FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE));
    }

    /** Returns the file of the spool next to an output file. */
    static Path file(Path out) {
        return out.resolveSibling(out.getFileName() + ".rows");
    }

    long rows() {
        return rows;
    }

    /** Appends a row. Throws an {@link UncheckedIOException} on failure, to distinguish it from faults of the input file. */
    void add(Row row) {
        if (!held.hasRemaining()) {
            flush();
        }
        held.putLong(row.number())
                .putInt(id(row.symbol()))
                .putLong(row.venueTimeNs())
                .putLong(row.bid())
                .putLong(row.ask())
                .putLong(row.bidQuantity())
                .putLong(row.askQuantity());
        rows++;
    }

    private int id(String symbol) {
        if (lastId < 0 || !symbol.equals(lastSymbol)) {
            lastSymbol = symbol;
            lastId = ids.computeIfAbsent(symbol, added -> {
                symbols.add(added);
                return symbols.size() - 1;
            });
        }
        return lastId;
    }

    private void flush() {
        try {
            writer.write(held);
            held = writer.buffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a reader of a range of rows. No row can be added afterwards. */
    Row.Reader reader(long from, long to) {
        try {
            if (held.position() > 0) {
                flush();
            }
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Part(from, to);
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            writer.close();
        }
    }

    private final class Part implements Row.Reader {
        private final ByteBuffer buffer =
                ByteBuffer.allocate(ROWS_HELD * LENGTH).limit(0);
        private final long to;
        private long next;
        private long number;

        Part(long from, long to) {
            this.next = from;
            this.to = to;
        }

        @Override
        public @Nullable Row next() throws IOException {
            if (next == to) {
                return null;
            }
            if (!buffer.hasRemaining()) {
                fill();
            }
            next++;
            number = buffer.getLong();
            String symbol = symbols.get(buffer.getInt());
            return new Row(
                    number,
                    symbol,
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong(),
                    buffer.getLong());
        }

        private void fill() throws IOException {
            buffer.clear().limit((int) Math.min(ROWS_HELD, to - next) * LENGTH);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, next * LENGTH + buffer.position()) < 0) {
                    throw new EOFException("rows were taken away");
                }
            }
            buffer.flip();
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public void close() {
            // the spool closes the file after all parts are read
        }
    }
}
