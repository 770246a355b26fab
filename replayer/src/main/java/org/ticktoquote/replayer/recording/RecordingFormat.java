package org.ticktoquote.replayer.recording;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Instrument;

/**
 * Layout of a recording. All integers are little-endian.
 * <pre>
 *   0  int64  magic "T2QREC01"
 *   8  int32  version of this layout: 1; 2 for a recording of payloads
 *  12  int32  length of the header in bytes, which is the offset of the first message
 *  16  int32  CRC-32C of the header, computed with these four bytes zero
 *  20  int32  SBE schema id
 *  24  int32  SBE schema version
 *  28  int32  length of a message in bytes, the same for all
 *  32  int32  number of instruments
 *  36  int32  number of venues
 *  40  int64  number of messages
 *  48  int64  venue time of the first message, ns since 1970-01-01 UTC
 *  56  int64  venue time of the last message
 *  64  int64  time of the announcement, 0 without one
 *  72  32 bytes  SHA-256 of the messages and everything after them
 * 104  int64  version 1: quantity that import gave to sides without one, 0 if all had one
 *      int64  version 2: number of payloads
 * 112  int64  version 2: bytes of all payloads
 * 120  int32  version 2: bytes of the declaration
 * 124  int32  version 2: 1 if ticks have prices
 * 128  per instrument 32 bytes: int64 pip, int64 tick size (units of 1e-9), 16 characters symbol, zero padded
 *      per venue 16 bytes: its name, zero padded
 *      zeros up to a multiple of 64
 *      messages: SBE message header and Quote block each, in venue-time order, tickId = 1, 2, 3 ...
 *      version 2: per payload 40 bytes ({@link RecordedPayloads}); the payloads; the declaration, YAML in UTF-8
 * </pre>
 */
final class RecordingFormat {
    /** Length of the part with fixed fields, which contains the length of the whole header. */
    static final int FIXED_LENGTH = 128;

    private static final long MAGIC = 0x3130_4345_5251_3254L; // "T2QREC01" read as a little-endian integer
    private static final int VERSION = 1;
    private static final int VERSION_OF_PAYLOADS = 2;
    private static final int ALIGNMENT = 64;
    private static final int INSTRUMENT_LENGTH = 16 + RecordingHeader.NAME_LENGTH;
    private static final int MAX_LENGTH = 4 << 20;

    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 8;
    private static final int HEADER_LENGTH_OFFSET = 12;
    private static final int CHECKSUM_OFFSET = 16;
    private static final int SCHEMA_ID_OFFSET = 20;
    private static final int SCHEMA_VERSION_OFFSET = 24;
    private static final int MESSAGE_LENGTH_OFFSET = 28;
    private static final int INSTRUMENTS_OFFSET = 32;
    private static final int VENUES_OFFSET = 36;
    private static final int COUNT_OFFSET = 40;
    private static final int FIRST_TIME_OFFSET = 48;
    private static final int LAST_TIME_OFFSET = 56;
    private static final int ANNOUNCEMENT_OFFSET = 64;
    private static final int SHA256_OFFSET = 72;
    private static final int SHA256_LENGTH = 32;
    private static final int ADDED_QUANTITY_OFFSET = 104;
    private static final int PAYLOADS_OFFSET = 104;
    private static final int PAYLOAD_BYTES_OFFSET = 112;
    private static final int DECLARATION_OFFSET = 120;
    private static final int PRICED_OFFSET = 124;

    private RecordingFormat() {}

    static int headerLength(int instruments, int venues) {
        int used = FIXED_LENGTH + instruments * INSTRUMENT_LENGTH + venues * RecordingHeader.NAME_LENGTH;
        return (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    static int headerLength(RecordingHeader header) {
        return headerLength(header.instruments().size(), header.venues().size());
    }

    static byte[] encode(RecordingHeader header) {
        byte[] bytes = new byte[headerLength(header)];
        UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        buffer.putLong(MAGIC_OFFSET, MAGIC, LITTLE_ENDIAN);
        buffer.putInt(VERSION_OFFSET, header.ofPayloads() ? VERSION_OF_PAYLOADS : VERSION, LITTLE_ENDIAN);
        buffer.putInt(HEADER_LENGTH_OFFSET, bytes.length, LITTLE_ENDIAN);
        buffer.putInt(SCHEMA_ID_OFFSET, QuoteMessage.SCHEMA_ID, LITTLE_ENDIAN);
        buffer.putInt(SCHEMA_VERSION_OFFSET, QuoteMessage.SCHEMA_VERSION, LITTLE_ENDIAN);
        buffer.putInt(MESSAGE_LENGTH_OFFSET, QuoteMessage.LENGTH, LITTLE_ENDIAN);
        buffer.putInt(INSTRUMENTS_OFFSET, header.instruments().size(), LITTLE_ENDIAN);
        buffer.putInt(VENUES_OFFSET, header.venues().size(), LITTLE_ENDIAN);
        buffer.putLong(COUNT_OFFSET, header.count(), LITTLE_ENDIAN);
        buffer.putLong(FIRST_TIME_OFFSET, header.firstVenueTimeNs(), LITTLE_ENDIAN);
        buffer.putLong(LAST_TIME_OFFSET, header.lastVenueTimeNs(), LITTLE_ENDIAN);
        buffer.putLong(ANNOUNCEMENT_OFFSET, header.announcementNs(), LITTLE_ENDIAN);
        buffer.putBytes(SHA256_OFFSET, HexFormat.of().parseHex(header.messagesSha256()));
        if (header.ofPayloads()) {
            encode(header.payloads(), buffer);
        } else {
            buffer.putLong(ADDED_QUANTITY_OFFSET, header.addedQuantity(), LITTLE_ENDIAN);
        }
        encodeNames(header, buffer);
        buffer.putInt(CHECKSUM_OFFSET, checksum(bytes), LITTLE_ENDIAN);
        return bytes;
    }

    private static void encode(RecordingHeader.Payloads payloads, UnsafeBuffer buffer) {
        buffer.putLong(PAYLOADS_OFFSET, payloads.count(), LITTLE_ENDIAN);
        buffer.putLong(PAYLOAD_BYTES_OFFSET, payloads.bytes(), LITTLE_ENDIAN);
        buffer.putInt(DECLARATION_OFFSET, payloads.declarationBytes(), LITTLE_ENDIAN);
        buffer.putInt(PRICED_OFFSET, payloads.priced() ? 1 : 0, LITTLE_ENDIAN);
    }

    private static void encodeNames(RecordingHeader header, UnsafeBuffer buffer) {
        int at = FIXED_LENGTH;
        for (Instrument instrument : header.instruments()) {
            buffer.putLong(at, instrument.pip(), LITTLE_ENDIAN);
            buffer.putLong(at + 8, instrument.tickSize(), LITTLE_ENDIAN);
            buffer.putStringWithoutLengthAscii(at + 16, instrument.symbol());
            at += INSTRUMENT_LENGTH;
        }
        for (String venue : header.venues()) {
            buffer.putStringWithoutLengthAscii(at, venue);
            at += RecordingHeader.NAME_LENGTH;
        }
    }

    /** Returns the CRC-32C of a header with zeros in place of its checksum. */
    private static int checksum(byte[] header) {
        CRC32C crc = new CRC32C();
        crc.update(header, 0, CHECKSUM_OFFSET);
        crc.update(new byte[Integer.BYTES]);
        int rest = CHECKSUM_OFFSET + Integer.BYTES;
        crc.update(header, rest, header.length - rest);
        return (int) crc.getValue();
    }

    /**
     * Reads the length of the header from its first {@value #FIXED_LENGTH} bytes.
     *
     * @throws ProblemException if the file is not a recording, or has another layout or schema
     */
    static int headerLength(Path file, byte[] fixedPart) {
        UnsafeBuffer buffer = new UnsafeBuffer(fixedPart);
        if (buffer.getLong(MAGIC_OFFSET, LITTLE_ENDIAN) != MAGIC) {
            String found = buffer.getStringWithoutLengthAscii(MAGIC_OFFSET, Long.BYTES);
            throw damaged(
                    file,
                    Problem.of("magic").value(found.replaceAll("[^ -~]", ".")).expected("'T2QREC01'"));
        }
        int version = buffer.getInt(VERSION_OFFSET, LITTLE_ENDIAN);
        if (version != VERSION_OF_PAYLOADS) {
            expect(file, "version", VERSION, version);
        }
        expect(file, "schema id", QuoteMessage.SCHEMA_ID, buffer.getInt(SCHEMA_ID_OFFSET, LITTLE_ENDIAN));
        expect(
                file,
                "schema version",
                QuoteMessage.SCHEMA_VERSION,
                buffer.getInt(SCHEMA_VERSION_OFFSET, LITTLE_ENDIAN));
        expect(file, "message length", QuoteMessage.LENGTH, buffer.getInt(MESSAGE_LENGTH_OFFSET, LITTLE_ENDIAN));
        int length = buffer.getInt(HEADER_LENGTH_OFFSET, LITTLE_ENDIAN);
        if (length < FIXED_LENGTH || length > MAX_LENGTH) {
            throw damaged(file, Problem.of("header length").value(length).expected(FIXED_LENGTH + ".." + MAX_LENGTH));
        }
        return length;
    }

    /**
     * Decodes the header.
     *
     * @throws ProblemException if the header is damaged
     */
    static RecordingHeader decode(Path file, byte[] bytes) {
        UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        int checksum = buffer.getInt(CHECKSUM_OFFSET, LITTLE_ENDIAN);
        if (checksum != checksum(bytes)) {
            throw damaged(
                    file,
                    Problem.of("header checksum")
                            .value(String.format(Locale.ROOT, "%08x", checksum))
                            .expected(String.format(Locale.ROOT, "%08x", checksum(bytes))));
        }
        int instruments = buffer.getInt(INSTRUMENTS_OFFSET, LITTLE_ENDIAN);
        int venues = buffer.getInt(VENUES_OFFSET, LITTLE_ENDIAN);
        try {
            RecordingHeader.requireCounts(instruments, venues);
            expect(file, "header length", headerLength(instruments, venues), bytes.length);
            return decode(buffer, instruments, venues);
        } catch (IllegalArgumentException e) {
            throw damaged(file, Problem.ofFault(String.valueOf(e.getMessage())));
        }
    }

    private static RecordingHeader decode(UnsafeBuffer buffer, int instruments, int venues) {
        byte[] sha256 = new byte[SHA256_LENGTH];
        buffer.getBytes(SHA256_OFFSET, sha256);
        return new RecordingHeader(
                decodeInstruments(buffer, instruments),
                decodeVenues(buffer, FIXED_LENGTH + instruments * INSTRUMENT_LENGTH, venues),
                buffer.getLong(ANNOUNCEMENT_OFFSET, LITTLE_ENDIAN),
                buffer.getLong(FIRST_TIME_OFFSET, LITTLE_ENDIAN),
                buffer.getLong(LAST_TIME_OFFSET, LITTLE_ENDIAN),
                buffer.getLong(COUNT_OFFSET, LITTLE_ENDIAN),
                buffer.getInt(VERSION_OFFSET, LITTLE_ENDIAN) == VERSION
                        ? buffer.getLong(ADDED_QUANTITY_OFFSET, LITTLE_ENDIAN)
                        : 0,
                decodePayloads(buffer),
                HexFormat.of().formatHex(sha256));
    }

    private static RecordingHeader.Payloads decodePayloads(UnsafeBuffer buffer) {
        if (buffer.getInt(VERSION_OFFSET, LITTLE_ENDIAN) == VERSION) {
            return RecordingHeader.Payloads.NONE;
        }
        long payloads = buffer.getLong(PAYLOADS_OFFSET, LITTLE_ENDIAN);
        if (payloads < 1) {
            throw new IllegalArgumentException(payloads + " payloads, expected 1 or more");
        }
        return new RecordingHeader.Payloads(
                payloads,
                buffer.getLong(PAYLOAD_BYTES_OFFSET, LITTLE_ENDIAN),
                buffer.getInt(DECLARATION_OFFSET, LITTLE_ENDIAN),
                buffer.getInt(PRICED_OFFSET, LITTLE_ENDIAN) != 0);
    }

    private static List<Instrument> decodeInstruments(UnsafeBuffer buffer, int count) {
        List<Instrument> instruments = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            int at = FIXED_LENGTH + id * INSTRUMENT_LENGTH;
            long pip = buffer.getLong(at, LITTLE_ENDIAN);
            long tickSize = buffer.getLong(at + 8, LITTLE_ENDIAN);
            instruments.add(new Instrument(id, name(buffer, at + 16), pip, tickSize));
        }
        return instruments;
    }

    private static List<String> decodeVenues(UnsafeBuffer buffer, int from, int count) {
        List<String> venues = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            venues.add(name(buffer, from + id * RecordingHeader.NAME_LENGTH));
        }
        return venues;
    }

    private static String name(UnsafeBuffer buffer, int at) {
        byte[] bytes = new byte[RecordingHeader.NAME_LENGTH];
        buffer.getBytes(at, bytes);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    private static void expect(Path file, String what, long expected, long actual) {
        if (expected != actual) {
            throw damaged(file, Problem.of(what).value(actual).expected(Long.toString(expected)));
        }
    }

    static ProblemException damaged(Path file, Problem finding) {
        return damaged(new Place(file.toString(), 0, 0), finding);
    }

    static ProblemException damaged(Place place, Problem finding) {
        return finding.under("not a sound recording").at(place).exception(ExitStatus.BAD_INPUT);
    }
}
