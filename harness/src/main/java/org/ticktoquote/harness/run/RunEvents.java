package org.ticktoquote.harness.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/** Handles lines and exits of a run's processes, and decides which of them end the run. Used by one thread. */
final class RunEvents implements Supervisor.Listener {
    private static final int MAX_SHOWN = 5;

    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private final ManifestDraft draft;
    private final LogonFailures logons = new LogonFailures();
    private final Set<String> noticed = new LinkedHashSet<>();
    private final SessionFailures sessionFailures;
    private LongConsumer burstBegins = lastTickId -> {};
    private Optional<ReplayerProtocol.WarmedUp> warmedUp = Optional.empty();
    private boolean subscribed;
    private boolean loggedOn;
    private boolean feedSubscribed;
    private String feedFailure = "";
    private int refusals;
    private boolean measuring;
    private long snapshots;

    RunEvents(RunPlan plan, Supervisor supervisor, Progress progress, ManifestDraft draft) {
        this.plan = plan;
        this.supervisor = supervisor;
        this.progress = progress;
        this.draft = draft;
        this.sessionFailures =
                new SessionFailures(plan.sessions().allowMissing(), draft::symbol, progress::stage, draft::fact);
    }

    @Override
    public void onLine(Child child, StatusLine line) throws ChildFailure {
        switch (line.status()) {
            case ReplayerProtocol.WARMING -> warming(line.detailAs(ReplayerProtocol.Warming.class));
            case ReplayerProtocol.FEED_SUBSCRIBED -> feedSubscribed = true;
            case ReplayerProtocol.FEED_REFUSED -> feedRefused(child, line.detailAs(ReplayerProtocol.Refused.class));
            case ReplayerProtocol.WAIT_MODE -> waits(line.detailAs(ReplayerProtocol.SenderWaitMode.class));
            case ReplayerProtocol.WARMED_UP -> warmedUp = Optional.of(line.detailAs(ReplayerProtocol.WarmedUp.class));
            case ClientsProtocol.REJECTED ->
                ended(child, sessionFailures.rejected(line.detailAs(ClientsProtocol.Rejected.class)));
            case ClientsProtocol.WARNING -> noticed(line.detailAs(ClientsProtocol.SessionText.class));
            case ClientsProtocol.TERMINATED ->
                ended(child, sessionFailures.ended(line.detailAs(ClientsProtocol.SessionText.class)));
            case ClientsProtocol.UNREACHABLE, ClientsProtocol.REACHABLE, ClientsProtocol.UNANSWERED ->
                logons.onStatus(line);
            case ClientsProtocol.LOGGED_OUT ->
                loggedOut(line, line.detailAs(ClientsProtocol.SessionText.class).session());
            case ClientsProtocol.NOT_ACCEPTED -> notAccepted(line, line.detailAs(ClientsProtocol.NotAccepted.class));
            case ClientsProtocol.DROPPED -> sessionFailures.dropped(line.detailAs(ClientsProtocol.Dropped.class));
            case ClientsProtocol.REFUSED -> refused(line);
            case ClientsProtocol.SUBSCRIBED -> subscribed = true;
            case ProcessProtocol.PROGRESS -> showProgress(child, line);
            default -> {}
        }
    }

    private void warming(ReplayerProtocol.Warming warming) {
        if (warming.phase().equals(ReplayerProtocol.BURST)) {
            burstBegins.accept(warming.lastTickId());
        }
    }

    /**
     * Records a rejection by a venue, which explains missing subscriptions. Ends the run for the built-in application, which
     * would be rejected again. Other applications can send another request.
     */
    private void feedRefused(Child child, ReplayerProtocol.Refused refused) throws ChildFailure {
        boolean news = !feedFailure.equals(refused.what());
        feedFailure = refused.what();
        if (!feedSubscribed && plan.application() instanceof ApplicationUnderTest.BuiltIn) {
            ended(child, Optional.of("a message of the built-in application was rejected: " + feedFailure));
        }
        if (news && refusals++ < MAX_SHOWN) {
            progress.stage(feedFailure);
            draft.fact("feedRefused." + refusals, feedFailure);
        }
    }

    /** Returns whether the application has subscribed at every venue of the feed. */
    boolean feedSubscribed() {
        return feedSubscribed;
    }

    /** Last rejection by a venue; empty for none. */
    String feedFailure() {
        return feedFailure;
    }

    private void waits(ReplayerProtocol.SenderWaitMode waiting) {
        draft.fact("waiting.replayer", waiting.how());
        if (waiting.awake()) {
            progress.stage(waiting.how());
        }
    }

    private void loggedOut(StatusLine line, int session) {
        logons.onStatus(line);
        sessionFailures.loggedOut(session, logons.reason(session));
    }

    private void notAccepted(StatusLine line, ClientsProtocol.NotAccepted reported) {
        if (reported.ends()) {
            loggedOut(line, reported.session());
        } else {
            logons.onStatus(line);
            sessionFailures.onRejection(logons.reason(reported.session()));
        }
    }

    /**
     * Records a refused connection. Before all sessions are logged on, it can explain a missing logon. Later it is a surplus
     * connection, or from another process.
     */
    private void refused(StatusLine line) {
        logons.onStatus(line);
        if (loggedOn) {
            String why = line.detailAs(ClientsProtocol.Refused.class).text();
            progress.stage("a connection was refused: " + why);
            draft.fact("connections.refused", why);
        }
    }

    private void showProgress(Child child, StatusLine line) {
        if (child.role().equals(Role.CLIENTS)) {
            snapshots = line.detailAs(ClientsProtocol.Progress.class).snapshots();
            if (!loggedOn && logons.any()) {
                progress.update("waiting for the logons of " + plan.sessions().description() + ": " + logons.text());
            }
        } else if (measuring) {
            ReplayerProtocol.Progress sent = line.detailAs(ReplayerProtocol.Progress.class);
            progress.update(() -> String.format(
                    Locale.ROOT,
                    "replaying: %,d of %,d ticks, lag %s, %,d snapshots",
                    sent.sent(),
                    sent.total(),
                    DurationText.format(sent.lagNs()),
                    snapshots));
        }
    }

    /** Shows a notice of the clients once, even if it applies to several sessions. The verdict accounts for it. */
    private void noticed(ClientsProtocol.SessionText reported) {
        if (noticed.add(reported.text())) {
            progress.stage("session " + reported.session() + ": " + reported.text());
        }
    }

    /** Ends the run as FAILED if there is a reason, which the application caused before anything was measured. */
    private void ended(Child child, Optional<String> why) throws ChildFailure {
        if (why.isPresent()) {
            throw new ChildFailure(applicationOr(child), why.get(), ExitStatus.FAILED);
        }
    }

    /** Ends the run if a subscribed pair has no snapshot after the warm-up. */
    void requireFirstSnapshots(Child clients, List<ClientsProtocol.Missing> missing) throws ChildFailure {
        if (!missing.isEmpty() && !plan.sessions().allowMissing()) {
            List<String> texts = missing.stream()
                    .map(one -> sessionFailures.subscription(one.session(), one.instrument()))
                    .limit(MAX_SHOWN)
                    .toList();
            ended(
                    clients,
                    Optional.of(missing.size()
                            + Run.NO_FIRST_SNAPSHOT
                            + String.join(", ", texts)
                            + (noticed.isEmpty() ? "" : "; " + String.join("; ", noticed))
                            + SessionFailures.ALLOW_MISSING));
        }
    }

    /**
     * Handles the end of a child. During the measurement, the end of the application is a result; earlier it ends the run. The
     * run continues without its control JVM and captures.
     */
    @Override
    public void onEnd(Child child, ChildFailure failure) throws ChildFailure {
        if (Role.observes(child.role())) {
            progress.stage(failure.withLog() + "; the run continues without it");
            return;
        }
        if (measuring && child.role().equals(Role.APPLICATION)) {
            progress.stage(failure.withLog() + SessionFailures.CONTINUES);
            return;
        }
        throw failure;
    }

    /** Returns the child to which a failure is attributed: the application if the run has started it, else the other child. */
    Child applicationOr(Child other) {
        return supervisor.children().stream()
                .filter(child -> child.role().equals(Role.APPLICATION))
                .findFirst()
                .orElse(other);
    }

    /** Returns whether connections were attempted and none has been established. */
    boolean noneConnected() {
        return logons.noneConnected();
    }

    /** Describes why sessions are not logged on. */
    String logonFailure() {
        return logons.text();
    }

    /** Returns whether all sessions have subscribed. */
    boolean subscribed() {
        return subscribed;
    }

    /** Marks that every session is subscribed. */
    void loggedOn() {
        loggedOn = true;
    }

    /** Sets the listener for the start of the burst. */
    void onBurst(LongConsumer listener) {
        burstBegins = listener;
    }

    /** The replayer's report at the end of the warm-up; empty until then. */
    Optional<ReplayerProtocol.WarmedUp> warmedUp() {
        return warmedUp;
    }

    /** Snapshots received by all sessions, as last reported by the clients. */
    long snapshots() {
        return snapshots;
    }

    /** Marks the start of the measured part. */
    void measuring() {
        measuring = true;
        sessionFailures.measuring();
    }
}
