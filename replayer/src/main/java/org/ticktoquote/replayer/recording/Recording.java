package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.run.Instrument;

/**
 * A recording, read through a mapping.
 *
 * <p>Ticks have the indexes 0 to {@code count() - 1}. Opening checks the header and the length of the file, {@link
 * #verify()} all the rest. Immutable: any thread may read it until {@link #close()}; {@link #buffer}, {@link #offset}
 * and {@link #venueTimeNs} do not allocate. An index out of range is a programming error with undefined outcome.
 */
public final class Recording implements AutoCloseable {
    /** Bytes of a tick at {@link #offset}: SBE message header and Quote block. */
    public static final int MESSAGE_LENGTH = QuoteMessage.LENGTH;

    private final Path file;
    private final RecordingHeader header;
    private final byte[] headerBytes;
    private final MappedRecords messages;
    private final @Nullable RecordedPayloads payloads;

    private Recording(
            Path file,
            RecordingHeader header,
            byte[] headerBytes,
            MappedRecords messages,
            @Nullable RecordedPayloads payloads) {
        this.file = file;
        this.header = header;
        this.headerBytes = headerBytes;
        this.messages = messages;
        this.payloads = payloads;
    }

    /**
     * Opens a recording.
     *
     * @throws Refusal when there is no such file; naming file, expected and found, when it cannot be read, is no
     *     recording, is cut or has bytes too many
     */
    public static Recording open(Path file) {
        return open(file, MappedRecords.MESSAGES_PER_PART);
    }

    static Recording open(Path file, int messagesPerPart) {
        UserPath.regularInput(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int headerLength = RecordingFormat.headerLength(file, read(file, channel, RecordingFormat.FIXED_LENGTH));
            byte[] headerBytes = read(file, channel, headerLength);
            RecordingHeader header = RecordingFormat.decode(file, headerBytes);
            checkLength(file, header, headerLength, channel.size());
            MappedRecords messages =
                    new MappedRecords(channel, headerLength, header.count(), MESSAGE_LENGTH, messagesPerPart);
            long messagesEnd = headerLength + header.count() * MESSAGE_LENGTH;
            RecordedPayloads payloads = header.ofPayloads() ? new RecordedPayloads(channel, messagesEnd, header) : null;
            return new Recording(file, header, headerBytes, messages, payloads);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
    }

    private static byte[] read(Path file, FileChannel channel, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, bytes.position()) < 0) {
                throw RecordingFormat.damaged(
                        file, Problem.ofFault(channel.size() + " bytes").expected("a header of at least " + length));
            }
        }
        return bytes.array();
    }

    private static long length(RecordingHeader header, int headerLength) {
        return headerLength
                + header.count() * MESSAGE_LENGTH
                + header.payloads().length();
    }

    private static void checkLength(Path file, RecordingHeader header, int headerLength, long length) {
        long behind = header.payloads().length();
        long most = (Long.MAX_VALUE - headerLength - behind) / MESSAGE_LENGTH;
        if (header.count() < 0 || header.count() > most) {
            throw RecordingFormat.damaged(
                    file, Problem.of("ticks").value(header.count()).expected("0.." + most));
        }
        long expected = length(header, headerLength);
        if (length != expected) {
            String what = length < expected ? "it was cut: " : "bytes follow its end: ";
            throw RecordingFormat.damaged(
                    file,
                    Problem.ofFault(what + length + " bytes")
                            .expected(expected + " for " + header.count() + " ticks; whole are "
                                    + Math.min(header.count(), (length - headerLength) / MESSAGE_LENGTH)));
        }
    }

    public Path file() {
        return file;
    }

    public RecordingHeader header() {
        return header;
    }

    /** Its times as people write them. */
    public RecordingTime times() {
        return new RecordingTime(header.announcementNs(), header.firstVenueTimeNs());
    }

    public List<Instrument> instruments() {
        return header.instruments();
    }

    public List<String> venues() {
        return header.venues();
    }

    public long count() {
        return header.count();
    }

    /** The payloads that its ticks came in; null where it is a recording of quotes. */
    public @Nullable RecordedPayloads payloads() {
        return payloads;
    }

    /**
     * A payload by its number; allocates, for tools.
     *
     * @throws Refusal when its index is damaged in a way that shows without the checksum
     */
    public RecordedPayload payload(long number) {
        RecordedPayloads all = payloads;
        if (all == null) {
            throw new IllegalStateException("a recording of quotes has no payloads");
        }
        new RecordingVerification(this).checkPayload(all, number);
        return all.copy(number);
    }

    /** Whether its ticks carry prices; those of payloads that nobody decoded do not. */
    public boolean priced() {
        return header.payloads().priced();
    }

    /**
     * The tick at an index; allocates, for tools.
     *
     * @throws Refusal when the tick is damaged in a way that shows without the checksum: an unknown instrument, say
     */
    public RecordedQuote quote(long index) {
        new RecordingVerification(this).checkMessage(index);
        return QuoteMessage.decode(buffer(index), offset(index));
    }

    /** Where the message of a tick stands, at {@link #offset}; not the same buffer for all ticks of a large recording. */
    public DirectBuffer buffer(long index) {
        return messages.buffer(index);
    }

    /** Offset of a tick's {@value #MESSAGE_LENGTH} bytes in {@link #buffer}; the tickId in them is index + 1. */
    public int offset(long index) {
        return messages.offset(index);
    }

    /** Lets a decoder read a quote as it is recorded; unchecked, and without allocation. */
    public QuoteDecoder wrap(QuoteDecoder decoder, long index) {
        return QuoteMessage.wrap(decoder, buffer(index), offset(index));
    }

    /** Venue time of a tick, ns since 1970-01-01 UTC. */
    public long venueTimeNs(long index) {
        return QuoteMessage.venueTimeNs(buffer(index), offset(index));
    }

    /** Index of the first tick at or after a time; {@link #count()} when all are earlier. */
    public long firstAtOrAfter(long venueTimeNs) {
        long low = 0;
        long high = count();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (venueTimeNs(middle) < venueTimeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Reads the whole recording once, so that a replay meets no page fault and no disk. */
    public void load() {
        messages.load();
        if (payloads != null) {
            payloads.load();
        }
    }

    /**
     * Looks again at the length of the file, for whoever met an {@link InternalError} at the mapping.
     *
     * @throws Refusal when somebody has cut the file since it was opened
     */
    public void requireUncut() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            checkLength(file, header, headerBytes.length, Math.min(channel.size(), length(header, headerBytes.length)));
        } catch (IOException removed) {
            // what was mapped stays readable
        }
    }

    /** SHA-256 of the whole file, 64 lower-case hexadecimal digits; reads all of it. */
    public String sha256() {
        MessageDigest digest = Sha256.start();
        digest.update(headerBytes);
        addContentTo(digest);
        return Sha256.hex(digest);
    }

    /**
     * Reads every tick and holds it against header and checksum.
     *
     * @throws Refusal saying where the first damage was found
     */
    public void verify() {
        new RecordingVerification(this).run();
    }

    /** SHA-256 of the messages, and all behind them, as they are now. */
    String messagesSha256() {
        MessageDigest digest = Sha256.start();
        addContentTo(digest);
        return Sha256.hex(digest);
    }

    private void addContentTo(MessageDigest digest) {
        messages.addTo(digest);
        if (payloads != null) {
            payloads.addTo(digest);
        }
    }

    @Override
    public void close() {
        messages.unmap();
        if (payloads != null) {
            payloads.unmap();
        }
    }
}
