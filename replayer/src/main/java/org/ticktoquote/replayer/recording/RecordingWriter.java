package org.ticktoquote.replayer.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.Instrument;

/**
 * Writes a recording quote by quote, in bounded memory.
 *
 * <p>The file gets its name, replacing an older one, only when it is complete. {@link #close()} writes the header with the
 * checksum and completes the {@link OutputFile}. A writer leaves no file if it was {@linkplain #discard() discarded},
 * rejected a quote or payload, failed to write, or its process was ended by a signal. Not thread-safe.
 */
public final class RecordingWriter implements AutoCloseable {
    private static final int BUFFER_MESSAGES = 4096;

    private final Path file;
    private final OutputFile output;
    private final FileChannel channel;
    private final MessageDigest digest = Sha256.newDigest();
    private final WriteBehind writer;
    private final UnsafeBuffer messages = new UnsafeBuffer();
    private final QuoteMessage message = new QuoteMessage();
    private final RecordingHeader header;
    /** The buffer being filled, wrapped by {@link #messages}. */
    private ByteBuffer bytes;

    private long count;
    private long firstVenueTimeNs;
    private long lastVenueTimeNs;
    private boolean discarded;
    private boolean closed;
    private final @Nullable PayloadSpool payloads;

    private RecordingWriter(OutputFile output, RecordingHeader header, @Nullable PayloadSpool payloads)
            throws IOException {
        this.payloads = payloads;
        this.file = output.file();
        this.output = output;
        this.header = header;
        this.channel = output.open();
        channel.position(RecordingFormat.headerLength(header));
        this.writer = new WriteBehind(channel, BUFFER_MESSAGES * QuoteMessage.LENGTH, digest::update);
        this.bytes = nextBuffer();
    }

    private ByteBuffer nextBuffer() throws IOException {
        ByteBuffer empty = writer.buffer();
        messages.wrap(empty);
        return empty;
    }

    /**
     * Creates a recording in an existing folder.
     *
     * @param instruments instruments, with ids 0, 1, 2 ... in list order
     * @param venues venue names, ordered by id
     * @param announcementNs ns since 1970-01-01 UTC, 0 for a recording without announcement
     * @throws IllegalArgumentException if a recording cannot represent these instruments and venues
     * @throws ProblemException if the file cannot be written, its folder is missing, or another process is writing it
     */
    public static RecordingWriter create(
            Path file, List<Instrument> instruments, List<String> venues, long announcementNs) {
        return create(OutputFile.claim(file), instruments, venues, announcementNs, 0);
    }

    /**
     * Creates a recording in a claimed file, which the writer closes, even if this method fails.
     *
     * @param addedQuantity quantity given to quotes without one, 0 if all had one
     */
    public static RecordingWriter create(
            OutputFile output,
            List<Instrument> instruments,
            List<String> venues,
            long announcementNs,
            long addedQuantity) {
        return create(output, instruments, venues, announcementNs, addedQuantity, null, true);
    }

    /**
     * Creates a recording of payloads in a claimed file, which the writer closes, even if this method fails.
     *
     * @param declaration text of the file that declares the payloads
     * @param priced true if all appended quotes have prices, false if none has
     */
    public static RecordingWriter ofPayloads(
            OutputFile output,
            List<Instrument> instruments,
            List<String> venues,
            long announcementNs,
            String declaration,
            boolean priced) {
        return create(output, instruments, venues, announcementNs, 0, declaration, priced);
    }

    private static RecordingWriter create(
            OutputFile output,
            List<Instrument> instruments,
            List<String> venues,
            long announcementNs,
            long addedQuantity,
            @Nullable String declaration,
            boolean priced) {
        try {
            RecordingHeader header = new RecordingHeader(
                    instruments,
                    venues,
                    announcementNs,
                    0,
                    0,
                    0,
                    addedQuantity,
                    RecordingHeader.Payloads.NONE,
                    RecordingHeader.NO_CHECKSUM);
            PayloadSpool payloads = declaration == null ? null : new PayloadSpool(output.file(), declaration, priced);
            return new RecordingWriter(output, header, payloads);
        } catch (IOException e) {
            output.close();
            throw failed(output.file(), "written", e);
        } catch (RuntimeException e) {
            output.close();
            throw e;
        }
    }

    /**
     * Appends a quote.
     *
     * @throws IllegalArgumentException if it is older than the previous one, has no side, or has an unknown instrument
     *     or venue; the recording is then discarded
     */
    public void append(RecordedQuote quote) {
        try {
            check(quote);
            message.encode(quote, count + 1, messages, bytes.position());
            bytes.position(bytes.position() + QuoteMessage.LENGTH);
            firstVenueTimeNs = count == 0 ? quote.venueTimeNs() : firstVenueTimeNs;
            lastVenueTimeNs = quote.venueTimeNs();
            count++;
            if (!bytes.hasRemaining()) {
                flush();
            }
        } catch (RuntimeException e) {
            discard();
            throw e;
        }
    }

    private void check(RecordedQuote quote) {
        if (count > 0 && quote.venueTimeNs() < lastVenueTimeNs) {
            throw refused(quote, "its venue time is before that of the quote before it, " + lastVenueTimeNs);
        }
        if (payloads != null && !payloads.carries(quote)) {
            throw refused(quote, "it is not of the time of its payload, or has prices where others have none");
        }
        if (payloads == null && !quote.hasBid() && !quote.hasAsk()) {
            throw refused(quote, "it carries neither bid nor ask");
        }
        int instruments = header.instruments().size();
        if (quote.instrumentId() < 0 || quote.instrumentId() >= instruments) {
            throw refused(quote, "its instrument is not one of 0.." + (instruments - 1));
        }
        int venues = header.venues().size();
        if (quote.venueId() < 0 || quote.venueId() >= venues) {
            throw refused(quote, "its venue is not one of 0.." + (venues - 1));
        }
    }

    private IllegalArgumentException refused(RecordedQuote quote, String reason) {
        return new IllegalArgumentException(file + ": quote " + count + " refused: " + reason + ": " + quote);
    }

    /**
     * Appends a payload. The quotes appended before the next payload belong to it and have its time.
     *
     * @throws IllegalArgumentException if it is older than the previous one, or too long; the recording is then
     *     discarded
     */
    public void payload(RecordedPayload payload) {
        PayloadSpool spool = payloads;
        try {
            if (spool == null) {
                throw new IllegalArgumentException("a recording of quotes takes no payloads");
            }
            spool.add(payload, count);
        } catch (IOException e) {
            discard();
            throw failed(file, "written", e);
        } catch (RuntimeException e) {
            discard();
            throw e;
        }
    }

    /** Returns the number of quotes appended. */
    public long count() {
        return count;
    }

    /** Discards the recording. {@link #close()} then removes its file. */
    public void discard() {
        discarded = true;
    }

    private void flush() {
        try {
            writer.write(bytes);
            bytes = nextBuffer();
        } catch (IOException e) {
            throw failed(file, "written", e);
        }
    }

    private void writeAll(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            channel.write(source);
        }
    }

    /** Completes the recording and gives it its name, unless it was discarded. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (output;
                channel;
                payloads;
                writer) {
            if (!discarded) {
                complete();
            }
        } catch (IOException e) {
            throw failed(file, "completed", e);
        }
    }

    private void complete() throws IOException {
        flush();
        try {
            writer.finish();
        } catch (IOException e) {
            throw failed(file, "written", e);
        }
        if (payloads != null) {
            payloads.writeTo(channel, digest);
        }
        RecordingHeader complete = new RecordingHeader(
                header.instruments(),
                header.venues(),
                header.announcementNs(),
                firstVenueTimeNs,
                lastVenueTimeNs,
                count,
                header.addedQuantity(),
                payloads == null ? RecordingHeader.Payloads.NONE : payloads.header(),
                Sha256.hex(digest));
        channel.position(0);
        writeAll(ByteBuffer.wrap(RecordingFormat.encode(complete)));
        channel.force(true);
        output.complete();
    }

    private static ProblemException failed(Path file, String what, IOException cause) {
        return Problem.of(file).fault("cannot be " + what, cause).exception(ExitStatus.ENVIRONMENT, cause);
    }

    /**
     * Collects payloads and their index in temporary files next to the recording, because both follow its messages. Not
     * thread-safe.
     */
    private static final class PayloadSpool implements Closeable {
        private static final int HELD = 1 << 18;

        private final byte[] declaration;
        private final boolean priced;
        private final FileChannel indexFile;
        private final FileChannel bytesFile;
        private final ByteBuffer index =
                ByteBuffer.allocate(HELD / RecordedPayloads.INDEX_LENGTH * RecordedPayloads.INDEX_LENGTH);
        private final UnsafeBuffer indexBuffer = new UnsafeBuffer(index);
        private final ByteBuffer bytes = ByteBuffer.allocate(HELD);
        private long count;
        private long length;
        private long lastTimeNs = Long.MIN_VALUE;

        PayloadSpool(Path beside, String declaration, boolean priced) throws IOException {
            this.declaration = declaration.getBytes(StandardCharsets.UTF_8);
            this.priced = priced;
            this.indexFile = temporary(beside, ".index");
            this.bytesFile = temporary(beside, ".payloads");
        }

        private static FileChannel temporary(Path beside, String ending) throws IOException {
            Path file = beside.resolveSibling(beside.getFileName() + ending);
            Files.deleteIfExists(
                    file); // left by a crashed writer, because a running one would hold the claim on the output
            return FileChannel.open(
                    file,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
        }

        /** Adds a payload whose first tick is the next tick written. */
        void add(RecordedPayload payload, long nextTick) throws IOException {
            require(payload);
            if (!index.hasRemaining()) {
                drain(index, indexFile);
            }
            if (bytes.remaining() < payload.length()) {
                drain(bytes, bytesFile);
            }
            RecordedPayloads.putIndex(indexBuffer, index.position(), payload, length, nextTick);
            index.position(index.position() + RecordedPayloads.INDEX_LENGTH);
            bytes.put(payload.bytes().duplicate().rewind());
            length += payload.length();
            lastTimeNs = payload.timeNs();
            count++;
        }

        private void require(RecordedPayload payload) {
            if (payload.timeNs() < lastTimeNs || payload.length() > RecordedPayloads.MAX_PAYLOAD) {
                throw new IllegalArgumentException("payload " + count
                        + " refused: it is earlier than the one before it, or " + payload.length() + " bytes long");
            }
        }

        private static void drain(ByteBuffer full, FileChannel to) throws IOException {
            full.flip();
            while (full.hasRemaining()) {
                to.write(full);
            }
            full.clear();
        }

        /**
         * Returns true if the quote can belong to the last payload. It must have the payload's time, and prices if and only if
         * the recording has prices.
         */
        boolean carries(RecordedQuote quote) {
            return count > 0 && quote.venueTimeNs() == lastTimeNs && priced == (quote.hasBid() || quote.hasAsk());
        }

        RecordingHeader.Payloads header() {
            return new RecordingHeader.Payloads(count, length, declaration.length, priced);
        }

        /** Writes index, payloads and declaration at the channel's position. */
        void writeTo(FileChannel to, MessageDigest digest) throws IOException {
            drain(index, indexFile);
            drain(bytes, bytesFile);
            copy(indexFile, to, digest);
            copy(bytesFile, to, digest);
            digest.update(declaration);
            write(ByteBuffer.wrap(declaration), to);
        }

        private void copy(FileChannel from, FileChannel to, MessageDigest digest) throws IOException {
            from.position(0);
            while (from.read(bytes.clear()) >= 0) {
                digest.update(bytes.flip().duplicate());
                write(bytes, to);
            }
        }

        private static void write(ByteBuffer source, FileChannel to) throws IOException {
            while (source.hasRemaining()) {
                to.write(source);
            }
        }

        @Override
        public void close() throws IOException {
            try (indexFile) {
                bytesFile.close();
            }
        }
    }
}
