package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.wire.run.VenuePrices;

/** Lines that say what of FIX market data is imported, and count what is not. */
final class FixNotes {
    private FixNotes() {}

    /** Of captures, whose facts have names of their own. */
    static List<String> ofCapture(String name, int files, VenuePrices found) {
        List<String> lines = ofSessions(name, files, "a capture of FIX over TCP", found);
        add(lines, name, found.facts().dropped(), "frames were dropped where it was captured");
        add(lines, name, found.facts().late(), "frames come too far out of order to be sorted");
        add(lines, name, found.facts().steps(), "steps of the clock of its stamps");
        String cut = found.facts().others().get("cut");
        if (cut != null) {
            lines.add("note: " + cut);
        }
        lines.add("times are those of its stamps: " + found.facts().stamps());
        return lines;
    }

    /**
     * Of logs.
     *
     * @param offsetNs what their clock is ahead of UTC
     */
    static List<String> ofLog(String name, int files, VenuePrices found, long offsetNs) {
        List<String> lines = ofSessions(name, files, "a FIX log", found);
        for (Map.Entry<String, String> fact : found.facts().others().entrySet()) {
            add(lines, name, Long.parseLong(fact.getValue()), fact.getKey());
        }
        if (offsetNs != 0) {
            ZoneOffset offset = ZoneOffset.ofTotalSeconds((int) TimeUnit.NANOSECONDS.toSeconds(offsetNs));
            lines.add("note: " + name + ": times before the messages are those of UTC" + offset
                    + ", as SendingTime (52) shows; --zone sets another zone");
        }
        return lines;
    }

    private static List<String> ofSessions(String name, int files, String what, VenuePrices found) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s %s read as %s: prices (35=W, X, S, i) of %s",
                name,
                files == 1 ? "is" : "are",
                what,
                Counted.of(found.sessions().size(), "session")));
        long own = found.ownSessions().stream()
                .mapToLong(VenuePrices.Session::prices)
                .sum();
        add(
                lines,
                name,
                own,
                "prices of " + Counted.of(found.ownSessions().size(), "session") + " of other senders are not used"
                        + found.ownSessions().stream()
                                .map(VenuePrices.Session::sender)
                                .distinct()
                                .limit(5)
                                .reduce("", (all, sender) -> all + (all.isEmpty() ? ": " : ", ") + sender));
        return lines;
    }

    /** Of one session: reads its ticks once. */
    static List<String> of(String venue, VenuePrices.Session session, TickSource.Opener ticks) {
        try (FixRows rows = (FixRows) ticks.open()) {
            while (rows.next() != null) {
                // counts
            }
            return of(venue, session, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> of(String venue, VenuePrices.Session session, FixRows rows) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %s sent %s with prices to %s: %s",
                venue,
                session.sender(),
                Counted.of(session.prices(), "message"),
                session.target(),
                Counted.of(rows.number(), "tick")));
        add(lines, venue, session.entries() - rows.sides, "entries (269) are below the top or leave it as it is");
        add(lines, venue, rows.unchanged, "refreshes (35=X) of a pair leave its top as it is");
        add(lines, venue, rows.withdrawn, "prices lack a side that was there: in a recording it keeps its last price");
        add(lines, venue, rows.empty, "messages leave a pair without a price: in a recording it keeps its last one");
        add(lines, venue, session.others(), "messages of other types");
        add(lines, venue, session.received(), "messages of the other side");
        add(lines, venue, rows.unknownSymbols, "prices of symbols that a recording cannot name");
        add(lines, venue, rows.sentAgain, "prices that were sent again (43=Y)");
        add(lines, venue, rows.unreadable, "messages that cannot be read");
        add(
                lines,
                venue,
                rows.gaps,
                "gaps of message numbers (34): books are unknown until the next 35=W, except after a reset (35=4)");
        add(lines, venue, rows.holes, "holes of the capture: books are unknown until the next 35=W");
        add(lines, venue, rows.missing, "messages missing in them");
        add(lines, venue, rows.withoutBook, "refreshes (35=X) of a pair whose book is unknown");
        add(lines, venue, rows.resets, "resets of message numbers (34) in mid-session: books go on");
        add(
                lines,
                venue,
                rows.misfits,
                "entries (269) of 35=X do not fit the book: added twice, or changed or deleted without being there;"
                        + " prices made of it may be wrong");
        if (rows.endedEarly) {
            lines.add("note: " + venue + ": more than 100 reads brought what is no FIX message: the rest is not read");
        }
        return lines;
    }

    private static void add(List<String> lines, String of, long count, String what) {
        if (count > 0) {
            lines.add(String.format(Locale.ROOT, "note: %s: %,d %s", of, count, what));
        }
    }
}
