package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.wire.run.FixSession;
import org.ticktoquote.wire.run.Traffic;
import org.ticktoquote.wire.run.VenuePrices;

/** Lines that say what of FIX market data is imported, and count what is not. */
final class FixNotes {
    private static final String MESSAGE = "message";
    private static final String MESSAGES = "messages";

    private final List<String> lines = new ArrayList<>();

    List<String> lines() {
        return lines;
    }

    /** Of captures, whose facts have names of their own. */
    void capture(String name, int files, VenuePrices found) {
        sessions(name, files, "a capture of FIX over TCP", found);
        Traffic.Facts facts = found.facts();
        add(name, facts.dropped(), "frame was", "frames were", " dropped where it was captured");
        add(name, facts.late(), "frame comes", "frames come", " too far out of order to be sorted");
        add(name, facts.steps(), "step", "steps", " of the clock of its stamps");
        if (facts.others().containsKey("cut")) {
            lines.add("note: " + facts.others().get("cut"));
        }
        lines.add("times are those of its stamps: " + facts.stamps());
    }

    void log(String name, int files, VenuePrices found, FixLog log) {
        sessions(name, files, "a FIX log", found);
        add(
                name,
                log.garbled(),
                "message that is garbled: its",
                "messages that are garbled: their",
                " length (9) or checksum (10) is wrong, or the end is cut off");
        add(name, log.untimed(), MESSAGE, MESSAGES, " without a time that can be read");
        add(
                name,
                log.earlier(),
                "message with an earlier time than one before it in its session, whose time it gets",
                "messages with an earlier time than one before them in their session, whose time they get",
                "");
        add(
                name,
                log.bySending(),
                "message without a time before it, which has its",
                "messages without a time before them, which have their",
                " SendingTime (52)");
        if (log.offsetNs() != 0) {
            ZoneOffset offset = ZoneOffset.ofTotalSeconds((int) TimeUnit.NANOSECONDS.toSeconds(log.offsetNs()));
            lines.add("note: " + name + ": times before the messages are those of UTC" + offset
                    + ", as SendingTime (52) shows; --zone sets another zone");
        }
    }

    private void sessions(String name, int files, String what, VenuePrices found) {
        lines.add(name + (files == 1 ? " is" : " are") + " read as " + what + ": prices (35=W, X, S, i) of "
                + Counted.of(found.sessions().size(), "session"));
        List<FixSession> own = found.ownSessions();
        String senders =
                own.stream().map(FixSession::answers).distinct().limit(5).collect(Collectors.joining(", ", ": ", ""));
        add(
                name,
                own.stream().mapToLong(FixSession::prices).sum(),
                "price",
                "prices",
                " of " + Counted.of(own.size(), "session") + " of other senders not used" + senders);
    }

    /** Of a venue whose name is too long, or is that of another one. */
    void renamed(String name, String venue) {
        if (!venue.equals(name)) {
            lines.add("note: " + name + " is the venue " + venue
                    + ": names are different and have at most 16 characters");
        }
    }

    /** Of one session: reads its ticks once. */
    void venue(String venue, FixSession session, TickSource.Opener ticks) {
        try (FixRows rows = (FixRows) ticks.open()) {
            while (rows.next() != null) {
                // counts
            }
            venue(venue, session, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void venue(String venue, FixSession session, FixRows rows) {
        lines.add(venue + ": " + session.answers() + " sent " + Counted.of(session.prices(), "message")
                + " with prices to " + session.asks() + ": " + Counted.of(rows.number(), "tick"));
        add(
                venue,
                session.entries() - rows.sides,
                "entry (269) is below the top or leaves",
                "entries (269) are below the top or leave",
                " it as it is");
        add(
                venue,
                rows.unchanged,
                "refresh (35=X) of a pair leaves",
                "refreshes (35=X) of a pair leave",
                " its top as it is");
        add(
                venue,
                rows.withdrawn,
                "price lacks",
                "prices lack",
                " a side that was there: in a recording it keeps its last price");
        add(
                venue,
                rows.empty,
                "message leaves",
                "messages leave",
                " a pair without a price: in a recording it keeps its last one");
        add(venue, session.others(), MESSAGE, MESSAGES, " of other types");
        add(venue, session.received(), MESSAGE, MESSAGES, " of the other side");
        add(venue, rows.unknownSymbols, "price", "prices", " of symbols that a recording cannot name");
        add(venue, rows.sentAgain, "price that was", "prices that were", " sent again (43=Y)");
        add(venue, rows.unreadable, MESSAGE, MESSAGES, " that cannot be read");
        add(
                venue,
                rows.gaps,
                "gap",
                "gaps",
                " of message numbers (34): books are unknown until the next 35=W, except after a reset (35=4)");
        add(venue, rows.holes, "hole", "holes", " of the capture: books are unknown until the next 35=W");
        add(venue, rows.missing, MESSAGE, MESSAGES, " missing where numbers (34) have gaps");
        add(venue, rows.withoutBook, "refresh", "refreshes", " (35=X) of a pair whose book is unknown");
        add(venue, rows.resets, "reset", "resets", " of message numbers (34) in mid-session: books go on");
        add(
                venue,
                rows.misfits,
                "entry (269) of 35=X does",
                "entries (269) of 35=X do",
                " not fit the book: added twice, or changed or deleted without being there; prices made of it may be wrong");
        if (rows.endedEarly) {
            lines.add("note: " + venue + ": more than 100 reads brought what is no FIX message: the rest is not read");
        }
    }

    /** So many of something, where there are any: the words that depend on the number, and those that do not. */
    private void add(String of, long count, String one, String many, String what) {
        if (count > 0) {
            lines.add("note: " + of + ": " + Counted.of(count, one, many) + what);
        }
    }
}
