package org.ticktoquote.clients;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.engine.Engine;
import org.ticktoquote.clients.engine.EngineListener;
import org.ticktoquote.core.audit.ProcessMonitor;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.hiccup.HiccupSummary;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.trace.MessageTrace;
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

/**
 * Lifecycle of the clients process: ready, connect, logged on, subscribed, progress, stop, done.
 *
 * <p>One thread handles all events from a queue and is the only writer of status lines. The I/O threads only count and
 * enqueue. The command {@code stop} ends the process after Logouts, and the end of the control channel ends it at once. Both
 * close the journals.
 */
final class ClientsProcess {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Room for first snapshots, session events and a few duplicates in addition to the expected snapshots. */
    private static final long SPARE_RECORDS = 1024;

    private static final String NOT_YET = "the application has not connected";

    private static final String BOOK_UNKNOWN =
            "incremental refreshes (35=X) of an unknown book (messages missing or garbled, or more levels than"
                    + " bookDepth): requesting new snapshots";

    private final ClientsSetup setup;
    private final RunDirectory directory;
    private final ControlChannel channel;
    private final NanoClock clock;
    private final Events events = new Events();
    private final BitSet loggedOn = new BitSet();
    private final BitSet subscribed = new BitSet();
    private final BitSet disconnected = new BitSet();
    private final Map<Integer, String> unreachable = new HashMap<>();
    private final BitSet unanswered = new BitSet();
    private final Map<Integer, ClientsProtocol.NotAccepted> notAccepted = new HashMap<>();
    private List<SessionTap> taps = new ArrayList<>();
    private Optional<Endpoint> listening = Optional.empty();
    private long refused;
    private boolean connected;
    private boolean running = true;
    private boolean harnessGone;
    private @Nullable RuntimeException failure;

    ClientsProcess(ClientsSetup setup, RunDirectory directory, ControlChannel channel, NanoClock clock) {
        this.setup = setup;
        this.directory = directory;
        this.channel = channel;
        this.clock = clock;
    }

    /** Runs until the command {@code stop}, the end of the control channel, or the failure of a session. */
    ExitStatus run() throws InterruptedException {
        taps = openTaps();
        Engine engine = null;
        HiccupSummary hiccups;
        // the monitor closes before the sessions end, because its last line has the figures of their connections
        try (ProcessMonitor audit = ProcessMonitor.start(directory, setup.run(), Role.CLIENTS)) {
            engine = new Engine(setup, taps, events, clock, trace());
            audit.watch(engine::connections);
            channel.receiveInBackground(events);
            listening = engine.listen();
            channel.report(StatusLines.ready(setup, listening));
            work(engine);
            hiccups = audit.hiccups();
        } finally {
            end(engine);
        }
        if (failure != null) {
            throw failure;
        }
        channel.report(StatusLines.done(taps, refused, hiccups));
        return ExitStatus.OK;
    }

    /** Opens a tap and a journal for each session. If a journal cannot be opened, closes the previous ones. */
    private List<SessionTap> openTaps() throws InterruptedException {
        List<SessionTap> opened = new ArrayList<>();
        ClientsPlan.Echo echo = setup.echo();
        EchoedId echoedId = echo.tag() == 0 ? EchoedId.NONE : EchoedId.of(echo.tag(), echo.transform());
        try {
            for (SessionSetup session : setup.sessions()) {
                opened.add(openTap(session, echoedId));
            }
            return opened;
        } catch (JournalException e) {
            for (SessionTap tap : opened) {
                tap.close();
            }
            throw e;
        }
    }

    private SessionTap openTap(SessionSetup session, EchoedId echo) {
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
                events,
                clock);
    }

    private Optional<MessageTrace> trace() {
        Set<Integer> secretTags = setup.sessions().stream()
                .flatMap(session -> session.logon().secretLogonTags().keySet().stream())
                .collect(Collectors.toSet());
        return setup.trace()
                ? Optional.of(MessageTrace.into(directory.trace(Role.CLIENTS), secretTags))
                : Optional.empty();
    }

    /** Returns a refusal for a journal that the host cannot write, and an internal error for any other cause. */
    private static RuntimeException failure(int index, Throwable cause) {
        String session = String.format(Locale.ROOT, "session %02d", index);
        return cause instanceof JournalException
                ? Problem.of(session).fault(String.valueOf(cause.getMessage())).exception(ExitStatus.ENVIRONMENT, cause)
                : new IllegalStateException(session + ": " + cause, cause);
    }

    private void work(Engine engine) throws InterruptedException {
        long nextProgressNs = clock.nanoTime() + PROGRESS_INTERVAL_NS;
        while (running) {
            Consumer<Engine> event = events.queue.poll(nextProgressNs - clock.nanoTime(), TimeUnit.NANOSECONDS);
            if (event != null) {
                event.accept(engine);
            }
            if (connected && nextProgressNs - clock.nanoTime() <= 0) {
                channel.report(StatusLines.progress(taps));
            }
            if (nextProgressNs - clock.nanoTime() <= 0) {
                nextProgressNs = clock.nanoTime() + PROGRESS_INTERVAL_NS;
            }
        }
    }

    private void carryOut(ControlCommand command, Engine engine) {
        switch (command.name()) {
            case ClientsProtocol.CONNECT -> {
                engine.connect();
                connected = true;
                // reported after connect(), so that an application that reacts to this line is accepted
                listening.ifPresent(where -> taps.forEach(tap -> unreachable(tap.index(), NOT_YET, where)));
            }
            case ClientsProtocol.FIRST_SNAPSHOTS -> {
                System.gc(); // collects garbage after the warm-up rather than during the measurement
                channel.report(StatusLines.firstSnapshots(setup, taps));
            }
            case ClientsProtocol.DOWN -> {
                int session = session(command);
                taps.get(session).orderDown();
                engine.down(session);
            }
            case ClientsProtocol.UP -> {
                int session = session(command);
                taps.get(session).orderUp();
                engine.up(session);
            }
            case ProcessProtocol.STOP -> running = false;
            default ->
                throw Problem.ofValue(command.name())
                        .fault("is not a command of the clients")
                        .expected("connect, first-snapshots, down, up or stop")
                        .exception();
        }
    }

    private int session(ControlCommand command) {
        int session = command.detail().path("session").asInt(-1);
        if (session < 0 || session >= taps.size()) {
            throw Problem.ofValue(command.text())
                    .fault("is not a session number")
                    .expected("0 to " + (taps.size() - 1))
                    .exception();
        }
        return session;
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
                IllegalStateException open =
                        new IllegalStateException("the session did not end and its journal is still open");
                failure = failure == null ? failure(tap.index(), open) : failure;
            }
        }
    }

    /** Reports an unreachable address when its cause changes. Connections are retried every second. */
    private void unreachable(int session, String cause, Endpoint where) {
        if (!cause.equals(unreachable.put(session, cause))) {
            report(ClientsProtocol.UNREACHABLE, new ClientsProtocol.Unreachable(session, where.toString(), cause));
        }
    }

    /** Queues events of all threads for the working thread, in order. Queueing never waits. */
    private final class Events implements ControlChannel.Listener, TapListener, EngineListener {
        private final LinkedBlockingQueue<Consumer<Engine>> queue = new LinkedBlockingQueue<>();

        private void later(Runnable work) {
            queue.add(engine -> work.run());
        }

        @Override
        public void onCommand(ControlCommand command) {
            queue.add(engine -> carryOut(command, engine));
        }

        @Override
        public void onRefused(ProblemException refusal) {
            later(() -> {
                throw refusal;
            });
        }

        @Override
        public void onClosed() {
            later(() -> {
                running = false;
                harnessGone = true;
            });
        }

        @Override
        public void loggedOn(int session, long atNs) {
            queue.add(engine -> {
                if (disconnected.get(session)) {
                    disconnected.clear(session);
                    report(ClientsProtocol.RESTORED, new ClientsProtocol.SessionTime(session, atNs));
                }
                if (isLast(session, loggedOn)) {
                    report(ClientsProtocol.LOGGED_ON, new StatusLines.Sessions(taps.size()));
                }
                engine.nameThreads();
            });
        }

        /** Adds a session. Returns true when this completes the set for the first time. */
        private boolean isLast(int session, BitSet sessions) {
            boolean before = sessions.cardinality() < taps.size();
            sessions.set(session);
            return before && sessions.cardinality() == taps.size();
        }

        @Override
        public void disconnected(int session, long atNs, boolean ordered, String how) {
            later(() -> {
                disconnected.set(session);
                if (ordered) {
                    report(ClientsProtocol.DOWN, new ClientsProtocol.SessionTime(session, atNs));
                } else {
                    report(ClientsProtocol.DROPPED, new ClientsProtocol.Dropped(session, atNs, how));
                }
            });
        }

        @Override
        public void noticed(int session, String what) {
            later(() -> report(ClientsProtocol.WARNING, new ClientsProtocol.SessionText(session, what)));
        }

        @Override
        public void bookUnknown(int session) {
            queue.add(engine -> engine.resubscribe(session));
            noticed(session, BOOK_UNKNOWN);
        }

        @Override
        public void unanswered(int session) {
            later(() -> {
                if (!unanswered.get(session)) { // reported once, because it is retried every second
                    unanswered.set(session);
                    report(ClientsProtocol.UNANSWERED, new ClientsProtocol.SessionNumber(session));
                }
            });
        }

        @Override
        public void notAccepted(int session, String why, boolean ends) {
            ClientsProtocol.NotAccepted not = new ClientsProtocol.NotAccepted(session, why, ends);
            later(() -> {
                if (!not.equals(notAccepted.put(session, not))) {
                    report(ClientsProtocol.NOT_ACCEPTED, not);
                }
            });
        }

        @Override
        public void ended(int session, String why) {
            queue.add(engine -> {
                engine.down(session);
                report(ClientsProtocol.TERMINATED, new ClientsProtocol.SessionText(session, why));
            });
        }

        @Override
        public void failed(int session, Throwable cause) {
            later(() -> {
                running = false;
                failure = failure(session, cause);
            });
        }

        @Override
        public void unreachable(int session, String cause) {
            Endpoint where = setup.sessions().get(session).address().endpoint();
            later(() -> ClientsProcess.this.unreachable(session, cause, where));
        }

        @Override
        public void reachable(int session) {
            later(() -> {
                if (unreachable.remove(session) != null) {
                    report(ClientsProtocol.REACHABLE, new ClientsProtocol.SessionNumber(session));
                }
            });
        }

        @Override
        public void refused(String why, boolean first) {
            later(() -> {
                refused++;
                if (first) {
                    report(ClientsProtocol.REFUSED, new ClientsProtocol.Refused(why));
                }
            });
        }

        @Override
        public void subscribed(int session) {
            later(() -> {
                if (isLast(session, subscribed)) {
                    int pairs = setup.sessions().stream()
                            .mapToInt(each -> each.pairs().size())
                            .sum();
                    report(ClientsProtocol.SUBSCRIBED, new StatusLines.Subscribed(taps.size(), pairs));
                }
            });
        }

        @Override
        public void rejected(int session, int instrument, String type, String text) {
            Integer named = instrument == SnapshotRecord.NO_INSTRUMENT ? null : instrument;
            later(() -> report(ClientsProtocol.REJECTED, new ClientsProtocol.Rejected(session, named, type, text)));
        }

        @Override
        public void loggedOut(int session, String text) {
            later(() -> report(ClientsProtocol.LOGGED_OUT, new ClientsProtocol.SessionText(session, text)));
        }
    }
}
