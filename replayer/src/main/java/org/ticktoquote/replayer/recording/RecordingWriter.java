package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.Instrument;

/**
 * Writes a recording quote by quote, in bounded memory.
 *
 * <p>The file appears under its name, replacing an older one, only when it is complete: {@link #close()} writes the
 * header, checksum included, and completes the {@link OutputFile}. A writer that was {@linkplain #discard()
 * discarded}, that refused a quote or failed to write, or whose process is ended by a signal, leaves nothing behind. Not
 * thread-safe.
 */
public final class RecordingWriter implements AutoCloseable {
    private static final int BUFFER_MESSAGES = 4096;

    private final Path file;
    private final OutputFile output;
    private final FileChannel channel;
    private final MessageDigest digest = Sha256.start();
    private final WriteBehind behind;
    private final UnsafeBuffer messages = new UnsafeBuffer();
    private final QuoteMessage message = new QuoteMessage();
    private final RecordingHeader header;
    /** What is being filled; it is {@link #messages}. */
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
        this.behind = new WriteBehind(channel, BUFFER_MESSAGES * QuoteMessage.LENGTH, digest::update);
        this.bytes = begun();
    }

    private ByteBuffer begun() throws IOException {
        ByteBuffer empty = behind.buffer();
        messages.wrap(empty);
        return empty;
    }

    /**
     * Begins a recording in a folder that exists.
     *
     * @param instruments whose ids are their places in the list, 0, 1, 2 ...
     * @param venues a quote's venue id is the place in this list
     * @param announcementNs ns since 1970-01-01 UTC, 0 for a recording without announcement
     * @throws IllegalArgumentException when a recording cannot hold these instruments and venues
     * @throws Refusal when the file cannot be written, its folder is not there, or another process is writing it
     */
    public static RecordingWriter create(
            Path file, List<Instrument> instruments, List<String> venues, long announcementNs) {
        return create(OutputFile.claim(file), instruments, venues, announcementNs, 0);
    }

    /**
     * Begins a recording in a file that was claimed for it; from now on the writer closes it, also where this fails.
     *
     * @param addedQuantity what quotes without a quantity have now, 0 where all had one
     */
    public static RecordingWriter create(
            OutputFile output,
            List<Instrument> instruments,
            List<String> venues,
            long announcementNs,
            long addedQuantity) {
        return create(output, () -> header(instruments, venues, announcementNs, addedQuantity), () -> null);
    }

    /**
     * The same of a recording of payloads.
     *
     * @param declaration text of the file that declares them
     * @param priced whether the quotes that will be appended carry prices; otherwise none does
     */
    public static RecordingWriter ofPayloads(
            OutputFile output,
            List<Instrument> instruments,
            List<String> venues,
            long announcementNs,
            String declaration,
            boolean priced) {
        return create(
                output,
                () -> header(instruments, venues, announcementNs, 0),
                () -> new PayloadSpool(output.file(), declaration, priced));
    }

    private interface Spooling {
        @Nullable
        PayloadSpool open() throws IOException;
    }

    private static RecordingHeader header(
            List<Instrument> instruments, List<String> venues, long announcementNs, long addedQuantity) {
        return new RecordingHeader(
                instruments,
                venues,
                announcementNs,
                0,
                0,
                0,
                addedQuantity,
                PayloadHeader.NONE,
                RecordingHeader.NO_CHECKSUM);
    }

    private static RecordingWriter create(OutputFile output, Supplier<RecordingHeader> header, Spooling spooling) {
        try {
            return new RecordingWriter(output, header.get(), spooling.open());
        } catch (IOException e) {
            output.close();
            throw failed(output.file(), "written", e);
        } catch (RuntimeException e) {
            output.close();
            throw e;
        }
    }

    /**
     * Adds a quote.
     *
     * @throws IllegalArgumentException when it is older than the one before, carries no side, or names an instrument or
     *     venue that the recording does not have; the recording is then discarded
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
     * Adds a payload to a recording of payloads; the quotes that are appended until the next one are what it carries, and
     * have its time.
     *
     * @throws IllegalArgumentException when it is older than the one before, or too long; the recording is then discarded
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

    /** Quotes so far. */
    public long count() {
        return count;
    }

    /** Gives the recording up: {@link #close()} then removes what was written. */
    public void discard() {
        discarded = true;
    }

    private void flush() {
        try {
            behind.write(bytes);
            bytes = begun();
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
                behind) {
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
            behind.finish();
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
                payloads == null ? PayloadHeader.NONE : payloads.header(),
                Sha256.hex(digest));
        channel.position(0);
        writeAll(ByteBuffer.wrap(RecordingFormat.encode(complete)));
        channel.force(true);
        output.complete();
    }

    private static Refusal failed(Path file, String what, IOException cause) {
        return Problem.of(file).fault("cannot be " + what, cause).refusal(ExitStatus.ENVIRONMENT, cause);
    }
}
