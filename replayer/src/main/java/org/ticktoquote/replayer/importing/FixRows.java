package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.journal.BookFaults;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.wire.run.CapturedFixSession;

/**
 * Reads the ticks of one FIX session from its price journal. A tick is the top of a pair's book after each message that
 * restates it (35=W, S, i), and after each refresh (35=X) that changes it. Counts all other events.
 */
final class FixRows implements Row.Reader {
    private final JournalReader reader;
    private final SnapshotRecord found;
    private final List<String> symbols;
    private final long zeroNs;
    private final Row[] tops;
    private boolean begun;
    private final Map<Other, Long> others = new EnumMap<>(Other.class);
    private long number;
    private long sides;
    private boolean endedEarly;

    /** Events that are not ticks, in report order. Each has a singular text, a plural text, and a common end of both. */
    private enum Other {
        BELOW_TOP("entry (269) is", "entries (269) are", " below the top of the book or without effect on it"),
        UNCHANGED("refresh (35=X) does", "refreshes (35=X) do", " not change the top of the book"),
        WITHDRAWN("price lacks", "prices lack", " a side that was quoted before: the recording keeps its last price"),
        EMPTY("message leaves", "messages leave", " a pair without a price: the recording keeps its last one"),
        OF_OTHER_TYPES("message", "messages", " of other types"),
        OF_OTHER_SIDE("message", "messages", " of the counterparty"),
        UNKNOWN_SYMBOL("price", "prices", " of symbols that a recording cannot name"),
        SENT_AGAIN("price was", "prices were", " sent again (43=Y)"),
        UNREADABLE("message", "messages", " unreadable"),
        GAP(
                "gap",
                "gaps",
                " of message numbers (34): books are unknown until the next 35=W, except after a reset (35=4)"),
        HOLE("hole", "holes", " of the capture: books are unknown until the next 35=W"),
        MISSING("message", "messages", " missing where numbers (34) have gaps"),
        WITHOUT_BOOK("refresh", "refreshes", " (35=X) of a pair whose book is unknown"),
        RESET("reset", "resets", " of message numbers (34) within a session: books are kept"),
        MISFIT(
                "entry (269) of 35=X does",
                "entries (269) of 35=X do",
                " not fit the book (added twice, or changed or deleted but absent): its prices can be" + " wrong");

        private final String one;
        private final String many;
        private final String what;

        Other(String one, String many, String what) {
            this.one = one;
            this.many = many;
            this.what = what;
        }
    }

    /**
     * Reads the ticks of a journal.
     *
     * @param symbols pair names by id; empty for a name that a recording cannot represent
     * @param zeroNs time 0 of the journal, ns since 1970-01-01 UTC
     */
    FixRows(Path journal, List<String> symbols, long zeroNs) {
        this.reader = JournalReader.open(journal, SnapshotRecord.SCHEMA);
        this.found = new SnapshotRecord(reader.buffer(), 0);
        this.symbols = symbols;
        this.zeroNs = zeroNs;
        this.tops = new Row[symbols.size()];
        Row none = new Row(0, "", 0, Price.NONE, Price.NONE, 0, 0);
        Arrays.fill(tops, none);
    }

    @Override
    public @Nullable Row next() {
        while (reader.next()) {
            found.wrap(reader);
            Row row = found.kind() == SnapshotRecord.SNAPSHOT ? price() : event();
            if (row != null) {
                return row;
            }
        }
        return null;
    }

    private @Nullable Row price() {
        begun = true;
        boolean incremental = found.messageType() == SnapshotRecord.BY_INCREMENT;
        long faults = incremental ? found.expectedSequence() : 0;
        count(Other.MISFIT, BookFaults.repeated(faults) + BookFaults.unknown(faults));
        int pair = found.instrumentId();
        String symbol = symbols.get(pair);
        if (found.possDup()) {
            return other(Other.SENT_AGAIN);
        }
        if (symbol.isEmpty()) {
            return other(Other.UNKNOWN_SYMBOL);
        }
        Row row = new Row(
                number + 1,
                symbol,
                found.receivedNs() + zeroNs,
                found.bid(),
                found.ask(),
                quantity(found.bidQuantity()),
                quantity(found.askQuantity()));
        boolean bid = differs(row.bid(), row.bidQuantity(), tops[pair].bid(), tops[pair].bidQuantity());
        boolean ask = differs(row.ask(), row.askQuantity(), tops[pair].ask(), tops[pair].askQuantity());
        tops[pair] = row;
        if (row.isEmpty()) {
            return other(Other.EMPTY);
        }
        boolean oneSided = row.bid() == Price.NONE ? bid : row.ask() == Price.NONE && ask;
        count(Other.WITHDRAWN, oneSided ? 1 : 0);
        if (incremental && !bid && !ask) {
            return other(Other.UNCHANGED);
        }
        sides += (incremental ? bid : row.bid() != Price.NONE) ? 1 : 0;
        sides += (incremental ? ask : row.ask() != Price.NONE) ? 1 : 0;
        number++;
        return row;
    }

    private static boolean differs(long price, long quantity, long priceBefore, long quantityBefore) {
        return price != priceBefore || price != Price.NONE && quantity != quantityBefore;
    }

    /** Treats 0 as a missing size, because a level of size 0 is not a price. */
    private static long quantity(long found) {
        return found == 0 ? Row.NO_QUANTITY : found;
    }

    private @Nullable Row event() {
        switch (found.kind()) {
            case SnapshotRecord.SEQUENCE_GAP -> count(Other.GAP, 1);
            case SnapshotRecord.SEQUENCE_RESET -> count(Other.RESET, 1);
            case SnapshotRecord.UNKNOWN_BOOK -> {
                boolean again = found.expectedSequence() == SnapshotRecord.RESENT;
                count(again ? Other.SENT_AGAIN : Other.WITHOUT_BOOK, 1);
            }
            case SnapshotRecord.UNKNOWN_SYMBOL -> count(Other.UNKNOWN_SYMBOL, 1);
            case SnapshotRecord.MALFORMED -> count(Other.UNREADABLE, 1);
            case SnapshotRecord.NOT_CAPTURED -> {
                count(Other.HOLE, begun ? 1 : 0);
                count(Other.MISSING, begun ? found.expectedSequence() : 0);
            }
            case SnapshotRecord.DISCONNECTED -> endedEarly |= found.endedByNonFixData();
            default -> {
                // no effect on prices
            }
        }
        return null;
    }

    private @Nullable Row other(Other what) {
        count(what, 1);
        return null;
    }

    private void count(Other what, long times) {
        others.merge(what, times, Long::sum);
    }

    /** Reads all ticks. Returns one-line notes on a session's imported and omitted messages. */
    List<String> notes(String venue, CapturedFixSession session) {
        while (next() != null) {
            // next() counts
        }
        count(Other.BELOW_TOP, session.entries() - sides);
        count(Other.OF_OTHER_TYPES, session.others());
        count(Other.OF_OTHER_SIDE, session.received());
        List<String> lines = new ArrayList<>();
        lines.add(venue + ": " + session.answers() + " sent " + CountText.of(session.prices(), "message")
                + " with prices to " + session.asks() + ": " + CountText.of(number, "tick"));
        for (Other other : Other.values()) {
            note(venue, others.getOrDefault(other, 0L), other.one, other.many, other.what, lines);
        }
        if (endedEarly) {
            lines.add("note: " + venue + ": more than 100 reads without a FIX message: the rest is not read");
        }
        return lines;
    }

    /**
     * Adds a note on a number of events if there are any. Uses {@code one} for a single event, else {@code many}, followed by
     * {@code what}.
     */
    static void note(String of, long count, String one, String many, String what, List<String> lines) {
        if (count > 0) {
            lines.add("note: " + of + ": " + CountText.of(count, one, many) + what);
        }
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public void close() {
        reader.close();
    }
}
