package org.ticktoquote.clients;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.Pair;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.tap.SessionTap;
import org.ticktoquote.clients.tap.TapCounters;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.hiccup.HiccupSummary;
import org.ticktoquote.core.journal.SnapshotRecord;

/** The status lines of the process; each record is the detail of the line of that name. */
final class Statuses {
    private Statuses() {}

    record Ready(int sessions, List<Planned> plan) {}

    /** A session as it will be, for the manifest. */
    record Planned(int index, String name, List<Integer> instruments) {}

    record Sessions(int sessions) {}

    /** Why nobody takes a session's connection. */
    record Unreachable(int session, String address, String cause) {}

    /** Somebody takes it now. */
    record Reachable(int session) {}

    /** A connection ended without an answer to the Logon. */
    record Unanswered(int session) {}

    record Subscribed(int sessions, int pairs) {}

    /** Instrument null: the rejection names none. */
    record Rejected(int session, @Nullable Integer instrument, String text) {}

    record Missing(int session, int instrument) {}

    record FirstSnapshots(List<Missing> missing) {}

    record Progress(long snapshots) {}

    record At(int session, long atNs) {}

    record Told(int session, String text) {}

    record Done(List<SessionDone> sessions, long snapshots, HiccupSummary hiccups) {}

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

    static StatusLine ready(ClientsSetup setup) {
        return planned("ready", setup);
    }

    /** Of {@code --check}: the options and files are sound. */
    static StatusLine checked(ClientsSetup setup) {
        return planned("checked", setup);
    }

    private static StatusLine planned(String status, ClientsSetup setup) {
        List<Planned> plan = setup.sessions().stream()
                .map(session -> new Planned(
                        session.index(),
                        session.name(),
                        session.pairs().stream().map(Pair::instrument).toList()))
                .toList();
        return StatusLine.of(status, new Ready(plan.size(), plan));
    }

    static StatusLine rejected(Event.Rejected event) {
        Integer instrument = event.instrument() == SnapshotRecord.NO_INSTRUMENT ? null : event.instrument();
        return StatusLine.of("rejected", new Rejected(event.session(), instrument, event.text()));
    }

    static StatusLine firstSnapshots(ClientsSetup setup, List<SessionTap> taps) {
        List<Missing> missing = new ArrayList<>();
        for (SessionSetup session : setup.sessions()) {
            TapCounters counters = taps.get(session.index()).counters();
            session.pairs().stream()
                    .filter(pair -> counters.snapshots(pair.instrument()) == 0)
                    .forEach(pair -> missing.add(new Missing(session.index(), pair.instrument())));
        }
        return StatusLine.of("first-snapshots", new FirstSnapshots(missing));
    }

    static StatusLine progress(List<SessionTap> taps) {
        return StatusLine.of("progress", new Progress(total(taps)));
    }

    static StatusLine done(List<SessionTap> taps, HiccupSummary hiccups) {
        List<SessionDone> sessions =
                taps.stream().map(tap -> done(tap.index(), tap.counters())).toList();
        return StatusLine.of("done", new Done(sessions, total(taps), hiccups));
    }

    private static SessionDone done(int index, TapCounters counters) {
        return new SessionDone(
                index,
                counters.snapshots(),
                counters.gaps(),
                counters.drops(),
                counters.incrementals(),
                counters.quotes(),
                counters.massQuotes(),
                counters.quoteCancels(),
                counters.malformed(),
                counters.unknownSymbols());
    }

    private static long total(List<SessionTap> taps) {
        return taps.stream().mapToLong(tap -> tap.counters().snapshots()).sum();
    }
}
