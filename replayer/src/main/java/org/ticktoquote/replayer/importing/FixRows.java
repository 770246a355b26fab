package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.BookFaults;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;

/**
 * Ticks of one FIX session, from the journal of its prices: the top of a pair's book after each message that restates it
 * (35=W, S, i), and after each refresh (35=X) that changes it. Counts what is no tick.
 */
final class FixRows implements RowReader {
    private final JournalReader reader;
    private final SnapshotRecord found;
    private final List<String> symbols;
    private final long zeroNs;
    private final Row[] tops;
    private boolean begun;
    private long number;
    long sides;
    long withdrawn;
    long empty;
    long unchanged;
    long sentAgain;
    long unknownSymbols;
    long unreadable;
    long gaps;
    long resets;
    long misfits;
    long withoutBook;
    long holes;
    long missing;
    boolean endedEarly;

    /**
     * The ticks of a journal.
     *
     * @param symbols of pairs by their ids; empty for one that a recording cannot name
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
        boolean incremental = found.by() == SnapshotRecord.BY_INCREMENT;
        long faults = incremental ? found.expectedSequence() : 0;
        misfits += BookFaults.repeated(faults) + BookFaults.unknown(faults);
        int pair = found.instrumentId();
        String symbol = symbols.get(pair);
        if (found.possDup()) {
            sentAgain++;
            return null;
        }
        if (symbol.isEmpty()) {
            unknownSymbols++;
            return null;
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
            empty++;
            return null;
        }
        boolean oneSided = row.bid() == Price.NONE ? bid : row.ask() == Price.NONE && ask;
        withdrawn += oneSided ? 1 : 0;
        if (incremental && !bid && !ask) {
            unchanged++;
            return null;
        }
        sides += (incremental ? bid : row.bid() != Price.NONE) ? 1 : 0;
        sides += (incremental ? ask : row.ask() != Price.NONE) ? 1 : 0;
        number++;
        return row;
    }

    private static boolean differs(long price, long quantity, long priceBefore, long quantityBefore) {
        return price != priceBefore || price != Price.NONE && quantity != quantityBefore;
    }

    /** A level of size 0 is no price, so that a top without a size is one of which none is said. */
    private static long quantity(long found) {
        return found == 0 ? Row.UNSAID : found;
    }

    private @Nullable Row event() {
        switch (found.kind()) {
            case SnapshotRecord.SEQUENCE_GAP -> gaps++;
            case SnapshotRecord.SEQUENCE_RESET -> resets++;
            case SnapshotRecord.WITHOUT_BOOK -> {
                boolean again = found.expectedSequence() == SnapshotRecord.SENT_AGAIN;
                sentAgain += again ? 1 : 0;
                withoutBook += again ? 0 : 1;
            }
            case SnapshotRecord.UNKNOWN_SYMBOL -> unknownSymbols++;
            case SnapshotRecord.MALFORMED -> unreadable++;
            case SnapshotRecord.NOT_CAPTURED -> {
                holes += begun ? 1 : 0;
                missing += begun ? found.expectedSequence() : 0;
            }
            case SnapshotRecord.DISCONNECTED -> endedEarly |= found.endedForGarbage();
            default -> {
                // says nothing of prices
            }
        }
        return null;
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
