package org.ticktoquote.clients;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;
import org.ticktoquote.fix.tap.EchoedId;
import org.ticktoquote.fix.tap.RequestIds;
import org.ticktoquote.fix.tap.SessionFormat;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.fix.tap.Symbols;
import org.ticktoquote.fix.tap.TapListener;
import quickfix.field.MDReqID;
import quickfix.field.QuoteEntryID;
import quickfix.field.SecurityID;

/** Opens a tap and a journal for each session. If a journal cannot be opened, closes the previous ones. */
final class Taps {
    /** Room for first snapshots, session events and a few duplicates in addition to the expected snapshots. */
    private static final long SPARE_RECORDS = 1024;

    private Taps() {}

    static List<SessionTap> open(ClientsSetup setup, RunDirectory directory, TapListener listener, NanoClock clock)
            throws InterruptedException {
        List<SessionTap> taps = new ArrayList<>();
        ClientsPlan.Echo echo = setup.echo();
        EchoedId echoedId = echo.tag() == 0 ? EchoedId.NONE : EchoedId.of(echo.tag(), echo.transform());
        try {
            for (SessionSetup session : setup.sessions()) {
                taps.add(open(setup, session, echoedId, directory, listener, clock));
            }
            return taps;
        } catch (JournalException e) {
            for (SessionTap tap : taps) {
                tap.close();
            }
            throw e;
        }
    }

    private static SessionTap open(
            ClientsSetup setup,
            SessionSetup session,
            EchoedId echo,
            RunDirectory directory,
            TapListener listener,
            NanoClock clock) {
        JournalWriter writer = JournalWriter.at(directory.quotes(session.index()), SnapshotRecord.SCHEMA)
                .run(setup.run())
                .recordsPerSegment(setup.expectedSnapshots() + SPARE_RECORDS)
                .open();
        Map<String, Integer> ids = new HashMap<>();
        session.pairs().forEach(pair -> ids.put(pair.key(), pair.instrument()));
        RequestIds requests = new RequestIds();
        Symbols symbols = switch (session.requests().symbolTag()) {
            case SecurityID.FIELD -> Symbols.inSecurityId(ids);
            case MDReqID.FIELD -> Symbols.inRequestId(requests);
            case QuoteEntryID.FIELD -> Symbols.inQuoteEntryId(ids);
            default -> Symbols.inSymbol(ids);
        };
        int highest = session.pairs().stream().mapToInt(Pair::instrument).max().orElse(0);
        return new SessionTap(
                session.index(),
                new SessionFormat(
                        session.transport(),
                        symbols,
                        echo,
                        session.requests().zeroSizeIsPrice(),
                        requests,
                        session.requests().topOnly()),
                highest,
                session.requests().bookDepth(),
                setup.forwardSnapshots(),
                writer,
                listener,
                clock);
    }
}
