package org.ticktoquote.replayer.recording;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ticktoquote.core.run.Instrument;

/**
 * Header of a recording.
 *
 * <p>Ids are indexes in the lists of instruments and venues.
 *
 * @param announcementNs time of the news, ns since 1970-01-01 UTC; 0 for a recording without announcement
 * @param firstVenueTimeNs venue time of the first tick; 0 without ticks
 * @param lastVenueTimeNs venue time of the last tick; 0 without ticks
 * @param count number of ticks
 * @param addedQuantity quantity given to sides without one in the imported files; 0 if all had one
 * @param payloads additional header of a recording of payloads
 * @param messagesSha256 hash of everything after the header, 64 lower-case hexadecimal digits
 */
public record RecordingHeader(
        List<Instrument> instruments,
        List<String> venues,
        long announcementNs,
        long firstVenueTimeNs,
        long lastVenueTimeNs,
        long count,
        long addedQuantity,
        Payloads payloads,
        String messagesSha256) {

    static final int NAME_LENGTH = 16;
    static final String NO_CHECKSUM = "0".repeat(64);

    /** Throws {@link IllegalArgumentException} for instruments or venues that a recording cannot represent. */
    public RecordingHeader {
        instruments = List.copyOf(instruments);
        venues = List.copyOf(venues);
        requireCounts(instruments.size(), venues.size());
        for (int i = 0; i < instruments.size(); i++) {
            requireSound(i, instruments.get(i));
        }
        venues.forEach(RecordingHeader::requireName);
        requireDistinct(
                "instruments", instruments.stream().map(Instrument::symbol).toList());
        requireDistinct("venues", venues);
    }

    /** Throws {@link IllegalArgumentException} for numbers outside the limits of a recording. */
    static void requireCounts(int instruments, int venues) {
        requireSize("instruments", instruments, QuoteMessage.MAX_INSTRUMENTS);
        requireSize("venues", venues, QuoteMessage.MAX_VENUES);
    }

    private static void requireSize(String what, int size, int limit) {
        if (size < 1 || size > limit) {
            throw new IllegalArgumentException(size + " " + what + ", expected 1.." + limit);
        }
    }

    private static void requireSound(int place, Instrument instrument) {
        requireName(instrument.symbol());
        if (instrument.id() != place) {
            throw new IllegalArgumentException(
                    instrument.symbol() + " has id " + instrument.id() + ", expected its place in the list, " + place);
        }
        if (instrument.pip() <= 0 || instrument.tickSize() <= 0) {
            throw new IllegalArgumentException(instrument.symbol() + " has pip " + instrument.pip() + " and tick size "
                    + instrument.tickSize() + ", expected above 0");
        }
    }

    private static void requireName(String name) {
        boolean printable = name.chars().allMatch(c -> c > ' ' && c < 127);
        if (name.isEmpty() || name.length() > NAME_LENGTH || !printable) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a name: expected 1 to " + NAME_LENGTH + " ASCII characters without spaces");
        }
    }

    private static void requireDistinct(String what, List<String> names) {
        if (names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException("two " + what + " have the same name: " + names);
        }
    }

    public boolean ofPayloads() {
        return payloads.count() > 0;
    }

    /** Returns the instrument of a symbol such as {@code EUR/USD} or {@code EURUSD}, in any case. */
    public Optional<Instrument> instrument(String symbol) {
        return instruments.stream()
                .filter(each -> letters(each.symbol()).equals(letters(symbol)))
                .findFirst();
    }

    private static String letters(String symbol) {
        return symbol.replace("/", "").toUpperCase(Locale.ROOT);
    }

    /**
     * Part of a recording's header that describes its payloads.
     *
     * @param bytes total of all payloads
     * @param declarationBytes length of the declaration
     * @param priced true if ticks have prices; ticks of payloads without a decoder have none
     */
    public record Payloads(long count, long bytes, int declarationBytes, boolean priced) {
        /** Header of a recording of quotes, which has no payloads. */
        static final Payloads NONE = new Payloads(0, 0, 0, true);

        /** Limit for text that a user writes. */
        static final int MAX_DECLARATION_LENGTH = 1 << 20;

        private static final long MAX_COUNT = 1L << 40;

        /** Throws {@link IllegalArgumentException} for values outside the limits of a recording. */
        public Payloads {
            require("payloads", count, MAX_COUNT);
            require("bytes of payloads", bytes, 1L << 50);
            require("bytes of the declaration", declarationBytes, MAX_DECLARATION_LENGTH);
        }

        private static void require(String what, long value, long most) {
            if (value < 0 || value > most) {
                throw new IllegalArgumentException(value + " " + what + ", expected 0.." + most);
            }
        }

        /** Returns the length of the index, the payloads and the declaration, which follow the messages. */
        long length() {
            return count * RecordedPayloads.INDEX_LENGTH + bytes + declarationBytes;
        }
    }
}
