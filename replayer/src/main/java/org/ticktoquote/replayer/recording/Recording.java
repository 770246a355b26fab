package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.run.Instrument;

/**
 * Memory-mapped recording.
 *
 * <p>Ticks have the indexes 0 to {@code count() - 1}. Opening checks the header and the length of the file.
 * {@link #verify()} checks the rest. Immutable. Any thread can read until {@link #close()}. {@link #buffer}, {@link #offset}
 * and {@link #venueTimeNs} do not allocate. An index out of range is a programming error with an undefined result.
 */
public final class Recording implements AutoCloseable {
    /** Length of a tick at {@link #offset}: SBE message header and Quote block. */
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
     * @throws ProblemException if the file is missing, unreadable, not a recording, truncated or too long; names the file, and
     *     the expected and found values
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
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
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

    /** Returns the parser of times relative to this recording. */
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

    /** Returns the payloads that contained the ticks; null for a recording of quotes. */
    public @Nullable RecordedPayloads payloads() {
        return payloads;
    }

    /**
     * Returns a payload by number. Allocates; for tools.
     *
     * @throws ProblemException if the index entry is damaged in a way that is visible without the checksum
     */
    public RecordedPayload payload(long number) {
        RecordedPayloads all = payloads;
        if (all == null) {
            throw new IllegalStateException("a recording of quotes has no payloads");
        }
        checkPayload(all, number);
        return all.copy(number);
    }

    /** Returns true if ticks have prices. Ticks of payloads without a decoder have none. */
    public boolean priced() {
        return header.payloads().priced();
    }

    /**
     * Returns the tick at an index. Allocates; for tools.
     *
     * @throws ProblemException if the tick is damaged in a way that is visible without the checksum, such as an unknown
     *     instrument
     */
    public RecordedQuote quote(long index) {
        checkMessage(index);
        return QuoteMessage.decode(buffer(index), offset(index));
    }

    /** Returns the buffer that contains the message of a tick at {@link #offset}. A large recording has several buffers. */
    public DirectBuffer buffer(long index) {
        return messages.buffer(index);
    }

    /** Returns the offset of a tick's {@value #MESSAGE_LENGTH} bytes in {@link #buffer}. The tickId in them is index + 1. */
    public int offset(long index) {
        return messages.offset(index);
    }

    /** Wraps a decoder around a recorded quote. Unchecked; does not allocate. */
    public QuoteDecoder wrap(QuoteDecoder decoder, long index) {
        return QuoteMessage.wrap(decoder, buffer(index), offset(index));
    }

    /** Returns the venue time of a tick, ns since 1970-01-01 UTC. */
    public long venueTimeNs(long index) {
        return QuoteMessage.venueTimeNs(buffer(index), offset(index));
    }

    /** Returns the index of the first tick at or after a time; {@link #count()} if all are earlier. */
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

    /** Reads the whole recording into memory, so that a replay causes no page fault and no disk read. */
    public void load() {
        messages.load();
        if (payloads != null) {
            payloads.load();
        }
    }

    /**
     * Checks the length of the file again, after an {@link InternalError} from the mapping.
     *
     * @throws ProblemException if the file was truncated after it was opened
     */
    public void requireUncut() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            checkLength(file, header, headerBytes.length, Math.min(channel.size(), length(header, headerBytes.length)));
        } catch (IOException removed) {
            // a mapped file stays readable after its removal
        }
    }

    /** Returns the SHA-256 of the whole file, 64 lower-case hexadecimal digits. Reads all of it. */
    public String sha256() {
        MessageDigest digest = Sha256.newDigest();
        digest.update(headerBytes);
        addContentTo(digest);
        return Sha256.hex(digest);
    }

    /**
     * Checks every message against the format, then all of them against the checksum.
     *
     * <p>Locates damage to fixed fields, tick numbers, time order and ids. Other damage, such as a changed price, is detected by
     * the checksum only and cannot be located.
     *
     * @throws ProblemException that names the first damage
     */
    public void verify() {
        long before = Long.MIN_VALUE;
        for (long index = 0; index < count(); index++) {
            checkMessage(index);
            long time = venueTimeNs(index);
            if (time < before) {
                throw damaged(
                        index,
                        Problem.of("venue time").value(time).expected(before + " (the tick before it) or later"));
            }
            before = time;
        }
        checkEnds();
        if (payloads != null) {
            checkPayloads(payloads);
        }
        String found = messagesSha256();
        if (!found.equals(header.messagesSha256())) {
            throw RecordingFormat.damaged(
                    file,
                    Problem.of("SHA-256 of the messages")
                            .value(found)
                            .expected(header.messagesSha256()
                                    + ": bytes of a price, quantity, time or payload were changed"));
        }
    }

    /** Throws a {@link ProblemException} if the message of a tick is damaged in a way that is visible without the checksum. */
    private void checkMessage(long index) {
        DirectBuffer buffer = buffer(index);
        int offset = offset(index);
        if (!QuoteMessage.isSound(buffer, offset)) {
            throw damaged(index, Problem.ofFault("not a quote of this schema with the sides it announces"));
        }
        long tickId = QuoteMessage.tickId(buffer, offset);
        if (tickId != index + 1) {
            throw damaged(index, Problem.of("tickId").value(tickId).expected(Long.toString(index + 1)));
        }
        RecordedQuote quote = QuoteMessage.decode(buffer, offset);
        if (!priced() && (quote.hasBid() || quote.hasAsk())) {
            throw damaged(index, Problem.ofFault("it carries a price").expected("none (header)"));
        }
        if (quote.instrumentId() >= header.instruments().size()
                || quote.venueId() >= header.venues().size()) {
            throw damaged(
                    index,
                    Problem.ofFault("instrument " + quote.instrumentId() + " or venue " + quote.venueId()
                                    + " is unknown")
                            .expected("below " + header.instruments().size() + " and below "
                                    + header.venues().size()));
        }
    }

    /** Checks that payloads are in time order and contiguous, and that every tick has the time of its payload. */
    private void checkPayloads(RecordedPayloads payloads) {
        long begin = 0;
        long tick = 0;
        for (long number = 0; number < payloads.count(); number++) {
            checkPayload(payloads, number);
            boolean follows = payloads.begin(number) == begin
                    && payloads.firstTick(number) == (number == 0 ? 0 : tick)
                    && payloads.ticks(number) >= 0
                    && (number == 0 || payloads.timeNs(number) >= payloads.timeNs(number - 1));
            if (!follows) {
                throw damaged(
                        payloads,
                        number,
                        Problem.ofFault("it does not follow the one before it")
                                .expected("a later time, the next bytes and the next ticks"));
            }
            begin += payloads.length(number);
            long next = tick + payloads.ticks(number);
            for (; tick < next; tick++) {
                if (venueTimeNs(tick) != payloads.timeNs(number)) {
                    throw damaged(tick, Problem.ofFault("its time differs from the time of its payload"));
                }
            }
        }
        if (begin != header.payloads().bytes()) {
            throw RecordingFormat.damaged(
                    file,
                    Problem.of("bytes of all payloads")
                            .value(begin)
                            .expected(header.payloads().bytes() + " (header)"));
        }
    }

    /** Throws a {@link ProblemException} if the index entry of a payload is not plausible. */
    private void checkPayload(RecordedPayloads payloads, long number) {
        if (!payloads.isPlausible(number)) {
            throw damaged(payloads, number, Problem.ofFault("its length, line or ticks cannot be"));
        }
    }

    private void checkEnds() {
        if (count() == 0) {
            return;
        }
        checkEnd(0, header.firstVenueTimeNs());
        checkEnd(count() - 1, header.lastVenueTimeNs());
    }

    private void checkEnd(long index, long expected) {
        long found = venueTimeNs(index);
        if (found != expected) {
            throw damaged(index, Problem.of("venue time").value(found).expected(expected + " (header)"));
        }
    }

    private ProblemException damaged(RecordedPayloads payloads, long number, Problem finding) {
        long at = RecordingFormat.headerLength(header)
                + count() * QuoteMessage.LENGTH
                + number * RecordedPayloads.INDEX_LENGTH;
        return RecordingFormat.damaged(
                Place.atByte(file, at),
                finding.under(String.format(Locale.ROOT, "payload %d of %d", number + 1, payloads.count())));
    }

    private ProblemException damaged(long index, Problem finding) {
        long at = RecordingFormat.headerLength(header) + index * QuoteMessage.LENGTH;
        return RecordingFormat.damaged(Place.atByte(file, at), finding.under("tick " + (index + 1)));
    }

    /** Returns the SHA-256 of the messages and everything after them. */
    private String messagesSha256() {
        MessageDigest digest = Sha256.newDigest();
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
