package org.ticktoquote.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.hiccup.HiccupSummary;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;
import org.ticktoquote.fix.tap.SessionTap;
import org.ticktoquote.fix.tap.TapCounters;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/** Builds the status lines of the process that have details. */
final class StatusLines {
    private StatusLines() {}

    /** Detail of {@link ClientsProtocol#SUBSCRIBED}: number of sessions, and of pairs over all sessions. */
    record Subscribed(int sessions, int pairs) {}

    /** Detail of {@link ClientsProtocol#LOGGED_ON}: number of sessions. */
    record Sessions(int sessions) {}

    record Done(List<SessionDone> sessions, long snapshots, long refused, HiccupSummary hiccups) {}

    record SessionDone(
            int index,
            long snapshots,
            long gaps,
            long drops,
            long incrementals,
            long quotes,
            long massQuotes,
            long quoteCancels,
            long malformed,
            long unknownSymbols) {}

    static StatusLine ready(ClientsSetup setup, Optional<Endpoint> accept) {
        return StatusLine.of(ProcessProtocol.READY, planned(setup, accept));
    }

    /** Returns the sessions, the pairs of each, and the address at which applications connect, if they do. */
    static ClientsProtocol.Planned planned(ClientsSetup setup, Optional<Endpoint> accept) {
        List<ClientsProtocol.PlannedSession> plan = setup.sessions().stream()
                .map(session -> new ClientsProtocol.PlannedSession(
                        session.index(),
                        session.name(),
                        session.header().senderCompId(),
                        session.pairs().stream().map(Pair::instrument).toList()))
                .toList();
        return new ClientsProtocol.Planned(
                plan.size(), plan, accept.map(Endpoint::toString).orElse(null));
    }

    static StatusLine firstSnapshots(ClientsSetup setup, List<SessionTap> taps) {
        List<ClientsProtocol.Missing> missing = new ArrayList<>();
        for (SessionSetup session : setup.sessions()) {
            TapCounters counters = taps.get(session.index()).counters();
            session.pairs().stream()
                    .filter(pair -> counters.snapshots(pair.instrument()) == 0)
                    .forEach(pair -> missing.add(new ClientsProtocol.Missing(session.index(), pair.instrument())));
        }
        return StatusLine.of(ClientsProtocol.FIRST_SNAPSHOTS, new ClientsProtocol.FirstSnapshots(missing));
    }

    static StatusLine progress(List<SessionTap> taps) {
        return StatusLine.of(ProcessProtocol.PROGRESS, new ClientsProtocol.Progress(total(taps)));
    }

    /** @param refused number of connections that were not accepted */
    static StatusLine done(List<SessionTap> taps, long refused, HiccupSummary hiccups) {
        List<SessionDone> sessions =
                taps.stream().map(tap -> done(tap.index(), tap.counters())).toList();
        return StatusLine.of(ProcessProtocol.DONE, new Done(sessions, total(taps), refused, hiccups));
    }

    private static SessionDone done(int index, TapCounters counters) {
        return new SessionDone(
                index,
                counters.of(Kind.SNAPSHOTS),
                counters.of(Kind.GAPS),
                counters.of(Kind.DROPS),
                counters.of(Kind.INCREMENTALS),
                counters.of(Kind.QUOTES),
                counters.of(Kind.MASS_QUOTES),
                counters.of(Kind.QUOTE_CANCELS),
                counters.of(Kind.MALFORMED),
                counters.of(Kind.UNKNOWN_SYMBOLS));
    }

    private static long total(List<SessionTap> taps) {
        return taps.stream().mapToLong(tap -> tap.counters().of(Kind.SNAPSHOTS)).sum();
    }
}
