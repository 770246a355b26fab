package org.ticktoquote.clients;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.engine.Engine;
import org.ticktoquote.core.audit.SelfAudit;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.ClientsLines;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ProcessLines;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.hiccup.HiccupSummary;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.fix.tap.SessionTap;

/**
 * The life of the process: ready, connect, logged on, subscribed, progress, stop, done.
 *
 * <p>One thread takes all events from a queue and alone writes status lines; the I/O threads only count and enqueue. The
 * end of the control channel ends it at once, as an order to stop does with a Logout; both close the journals.
 */
final class ClientsProcess {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final String NOT_YET = "the application has not connected";

    private static final String BOOK_UNKNOWN =
            "incremental refreshes (35=X) of a book that is not known, since messages are missing, could not be read or"
                    + " are more than bookDepth: snapshots are asked for anew";

    private final ClientsSetup setup;
    private final RunDirectory directory;
    private final ControlChannel channel;
    private final NanoClock clock;
    private final EventQueue events = new EventQueue();
    private final BitSet loggedOn = new BitSet();
    private final BitSet subscribed = new BitSet();
    private final BitSet away = new BitSet();
    private final Map<Integer, String> unreachable = new HashMap<>();
    private final BitSet unanswered = new BitSet();
    private final Map<Integer, Event.NotAccepted> notAccepted = new HashMap<>();
    private List<SessionTap> taps = new ArrayList<>();
    private Optional<Endpoint> listening = Optional.empty();
    private long refused;
    private boolean connected;
    private boolean running = true;
    private boolean harnessGone;
    private Event.@Nullable Failed failure;

    ClientsProcess(ClientsSetup setup, RunDirectory directory, ControlChannel channel, NanoClock clock) {
        this.setup = setup;
        this.directory = directory;
        this.channel = channel;
        this.clock = clock;
    }

    /** Runs until it is asked to stop, the harness is gone or a session fails; an {@link ExitStatus}. */
    ExitStatus run() throws InterruptedException {
        taps = Taps.open(setup, directory, events, clock);
        Engine engine = null;
        HiccupSummary hiccups;
        // closed before the sessions end: its last line tells of their connections
        try (SelfAudit audit = SelfAudit.start(directory, setup.run(), Role.CLIENTS)) {
            engine = new Engine(setup, taps, events, clock, trace());
            audit.watch(engine::connections);
            channel.receiveInBackground(events);
            listening = engine.listen();
            channel.report(Statuses.ready(setup, listening));
            work(engine);
            hiccups = audit.hiccups();
        } finally {
            end(engine);
        }
        if (failure != null) {
            throw failed(failure);
        }
        channel.report(Statuses.done(taps, refused, hiccups));
        return ExitStatus.OK;
    }

    private Optional<MessageTrace> trace() {
        return setup.trace() ? Optional.of(MessageTrace.into(directory.trace(Role.CLIENTS))) : Optional.empty();
    }

    /** What a journal cannot take is the host's lack; anything else is a fault of ours. */
    private static RuntimeException failed(Event.Failed failure) {
        String session = String.format(Locale.ROOT, "session %02d", failure.session());
        return failure.cause() instanceof JournalException
                ? Problem.of(session)
                        .fault(String.valueOf(failure.cause().getMessage()))
                        .refusal(ExitStatus.ENVIRONMENT, failure.cause())
                : new IllegalStateException(session + ": " + failure.cause(), failure.cause());
    }

    private void work(Engine engine) throws InterruptedException {
        long nextProgressNs = clock.nanoTime() + PROGRESS_INTERVAL_NS;
        while (running) {
            Event event = events.poll(nextProgressNs - clock.nanoTime());
            if (event != null) {
                take(event, engine);
            }
            if (connected && nextProgressNs - clock.nanoTime() <= 0) {
                channel.report(Statuses.progress(taps));
            }
            if (nextProgressNs - clock.nanoTime() <= 0) {
                nextProgressNs = clock.nanoTime() + PROGRESS_INTERVAL_NS;
            }
        }
    }

    private void take(Event event, Engine engine) {
        if (event instanceof Event.Ordered ordered) {
            carryOut(ordered.command(), engine);
        } else if (event instanceof Event.Malformed malformed) {
            throw malformed.refusal();
        } else if (event instanceof Event.HarnessGone) {
            running = false;
            harnessGone = true;
        } else if (event instanceof Event.LoggedOn on) {
            loggedOn(on, engine);
        } else if (event instanceof Event.Unreachable nobody) {
            SessionSetup session = setup.sessions().get(nobody.session());
            unreachable(nobody, session.address().endpoint());
        } else if (event instanceof Event.Refused refusal) {
            refused(refusal);
        } else if (event instanceof Event.Reachable somebody) {
            reachable(somebody.session());
        } else if (event instanceof Event.Subscribed out) {
            subscribed(out);
        } else if (event instanceof Event.Disconnected gone) {
            away.set(gone.session());
            channel.report(Statuses.disconnected(gone));
        } else if (event instanceof Event.Rejected rejected) {
            channel.report(Statuses.rejected(rejected));
        } else if (event instanceof Event.LoggedOut out) {
            report(ClientsLines.LOGGED_OUT, new ClientsLines.SessionText(out.session(), out.text()));
        } else if (event instanceof Event.Noticed noticed) {
            report(ClientsLines.NOTICED, new ClientsLines.SessionText(noticed.session(), noticed.text()));
        } else if (event instanceof Event.BookUnknown unknown) {
            engine.askAnew(unknown.session());
            report(ClientsLines.NOTICED, new ClientsLines.SessionText(unknown.session(), BOOK_UNKNOWN));
        } else if (event instanceof Event.Unanswered nobody) {
            unanswered(nobody.session());
        } else if (event instanceof Event.NotAccepted not) {
            notAccepted(not);
        } else if (event instanceof Event.Over over) {
            engine.down(over.session());
            report(ClientsLines.OVER, new ClientsLines.SessionText(over.session(), over.text()));
        } else if (event instanceof Event.Failed failed) {
            running = false;
            failure = failed;
        }
    }

    private void carryOut(Command command, Engine engine) {
        switch (command.name()) {
            case ClientsLines.CONNECT -> {
                engine.connect();
                connected = true;
                // said after that: an application that connects at this word is heard
                listening.ifPresent(where ->
                        taps.forEach(tap -> unreachable(new Event.Unreachable(tap.index(), NOT_YET), where)));
            }
            case ClientsLines.FIRST_SNAPSHOTS -> {
                System.gc(); // the warm-up is over: not while ticks are measured
                channel.report(Statuses.firstSnapshots(setup, taps));
            }
            case ClientsLines.DOWN -> {
                int session = session(command);
                taps.get(session).orderDown();
                engine.down(session);
            }
            case ClientsLines.UP -> {
                int session = session(command);
                taps.get(session).orderUp();
                engine.up(session);
            }
            case ProcessLines.STOP -> running = false;
            default ->
                throw Problem.ofValue(command.name())
                        .fault("is no command of the clients")
                        .expected("connect, first-snapshots, down, up or stop")
                        .refusal();
        }
    }

    private int session(Command command) {
        int session = command.detail().path("session").asInt(-1);
        if (session < 0 || session >= taps.size()) {
            throw Problem.ofValue(command.text())
                    .fault("names no session")
                    .expected("0 to " + (taps.size() - 1))
                    .refusal();
        }
        return session;
    }

    /** Tried again every second: reported when the reason is a new one. */
    private void unreachable(Event.Unreachable nobody, Endpoint where) {
        if (!nobody.cause().equals(unreachable.put(nobody.session(), nobody.cause()))) {
            report(
                    ClientsLines.UNREACHABLE,
                    new ClientsLines.Unreachable(nobody.session(), where.toString(), nobody.cause()));
        }
    }

    private void refused(Event.Refused event) {
        refused++;
        if (event.first()) {
            report(ClientsLines.REFUSED, new ClientsLines.Refused(event.text()));
        }
    }

    private void reachable(int session) {
        if (unreachable.remove(session) != null) {
            report(ClientsLines.REACHABLE, new ClientsLines.InSession(session));
        }
    }

    /** Tried again every second: reported once. */
    private void unanswered(int session) {
        if (!unanswered.get(session)) {
            unanswered.set(session);
            report(ClientsLines.UNANSWERED, new ClientsLines.InSession(session));
        }
    }

    private void notAccepted(Event.NotAccepted not) {
        if (!not.equals(notAccepted.put(not.session(), not))) {
            report(ClientsLines.NOT_ACCEPTED, new ClientsLines.NotAccepted(not.session(), not.text(), not.ends()));
        }
    }

    private void loggedOn(Event.LoggedOn on, Engine engine) {
        if (away.get(on.session())) {
            away.clear(on.session());
            report(ClientsLines.RESTORED, new ClientsLines.At(on.session(), on.atNs()));
        }
        boolean first = loggedOn.cardinality() < taps.size();
        loggedOn.set(on.session());
        if (first && loggedOn.cardinality() == taps.size()) {
            report(ClientsLines.LOGGED_ON, new Statuses.Sessions(taps.size()));
        }
        engine.nameThreads();
    }

    private void subscribed(Event.Subscribed out) {
        boolean first = subscribed.cardinality() < taps.size();
        subscribed.set(out.session());
        if (first && subscribed.cardinality() == taps.size()) {
            int pairs = setup.sessions().stream()
                    .mapToInt(session -> session.pairs().size())
                    .sum();
            report(ClientsLines.SUBSCRIBED, new Statuses.Subscribed(taps.size(), pairs));
        }
    }

    private void report(String status, Object detail) {
        channel.report(StatusLine.of(status, detail));
    }

    private void end(@Nullable Engine engine) throws InterruptedException {
        taps.forEach(SessionTap::stopping);
        if (engine != null && connected) {
            engine.stop(harnessGone || failure != null);
        } else if (engine != null) {
            engine.unlisten();
        }
        for (SessionTap tap : taps) {
            if (!tap.close()) {
                IllegalStateException open = new IllegalStateException("it did not end: its journal stays open");
                failure = failure == null ? new Event.Failed(tap.index(), open) : failure;
            }
        }
    }
}
