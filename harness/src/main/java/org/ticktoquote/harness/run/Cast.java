package org.ticktoquote.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/** The processes of a run: in which order they start, what they say on the way, and whose end ends the run. */
final class Cast implements Supervisor.Listener {
    static final String REPLAYER = "replayer";
    static final String APPLICATION = "pricing-app";
    static final String CLIENTS = "fix-clients";

    private static final long READY_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    /** An application that runs already has its port open. */
    private static final long ATTACH_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private final ClockCheck clocks;
    private @Nullable RunHosts hosts;
    private @Nullable ReplayerReady input;
    private @Nullable ManifestDraft draft;
    private @Nullable Child replayer;
    private @Nullable Child clients;
    private @Nullable Child application;
    private @Nullable StatusLine warmedUp;
    private LongConsumer burstBegins = lastTickId -> {};
    private final LogonWatch logons = new LogonWatch();
    private final Set<String> noticed = new LinkedHashSet<>();
    private boolean loggedOn;
    private boolean measuring;
    private long snapshots;

    Cast(RunPlan plan, Supervisor supervisor, Progress progress) {
        this.plan = plan;
        this.supervisor = supervisor;
        this.progress = progress;
        this.clocks = new ClockCheck(supervisor, this);
    }

    /** Starts everyone and returns when every session is subscribed. */
    void start(RunHosts open) throws ChildFailure, InterruptedException {
        hosts = open;
        Commands commands = new Commands(plan, open);
        progress.stage("starting the replayer");
        replayer = supervisor.start(REPLAYER, open.replayer(), commands.replayer());
        ReplayerReady ready =
                supervisor.await(replayer, "ready", READY_LIMIT_NS, this).detailAs(ReplayerReady.class);
        input = ready;
        List<Instrument> pairs = Subscriptions.of(plan.pairs(), ready.instruments());
        draft = new ManifestDraft(plan, open, ready, System::nanoTime);
        clocks.check(replayer, open.replayer());
        Endpoint fix = startApplication(open, commands, ready);
        progress.stage("logging on " + sessions() + " at " + fix.host() + ":" + fix.port());
        startClients(open, commands, ready, pairs, fix);
    }

    private Endpoint startApplication(RunHosts open, Commands commands, ReplayerReady ready)
            throws ChildFailure, InterruptedException {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            return new Endpoint(attached.host(), attached.fixPort());
        }
        progress.stage("starting the application");
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            Endpoint fix = commands.ownEndpoint(own);
            application =
                    supervisor.startForeign(APPLICATION, open.application(), commands.own(own, ready.feed(), fix));
            return fix;
        }
        ApplicationUnderTest.BuiltIn builtIn = (ApplicationUnderTest.BuiltIn) plan.application();
        Child child = supervisor.start(APPLICATION, open.application(), commands.builtIn(builtIn, ready.feed()));
        application = child;
        StatusLine line = supervisor.await(child, "ready", READY_LIMIT_NS, this);
        clocks.check(child, open.application());
        return commands.builtInEndpoint(line.detail().path("fixPort").asInt());
    }

    private void startClients(
            RunHosts open, Commands commands, ReplayerReady ready, List<Instrument> pairs, Endpoint fix)
            throws ChildFailure, InterruptedException {
        Path file = ClientsFile.in(plan.directory().path());
        ClientsFile.write(file, plan, ClientsFile.expectedSnapshots(plan, ready), pairs, fix);
        Child started = supervisor.start(CLIENTS, open.clients(), commands.clients());
        clients = started;
        ClientsReady planned =
                supervisor.await(started, "ready", READY_LIMIT_NS, this).detailAs(ClientsReady.class);
        clocks.check(started, open.clients());
        draft().fact("clockCheck", clocks.summary());
        draft().sessions(planned.sessionPlans(plan.model().halfSpreadTenthPips().size()));
        draft().write(RunManifest.PLANNED, ends());
        started.tell(Command.of("connect"));
        awaitLogon(started, fix);
    }

    private String sessions() {
        return plan.sessions() == 1 ? "1 session" : plan.sessions() + " sessions";
    }

    /** An application that was started and takes no logon has failed; nobody at an attached port is a lack of the host. */
    private void awaitLogon(Child started, Endpoint fix) throws ChildFailure, InterruptedException {
        boolean attached = plan.application() instanceof ApplicationUnderTest.Attached;
        long firstNs = attached ? ATTACH_LIMIT_NS : READY_LIMIT_NS;
        loggedOn = supervisor.awaitPerhaps(started, "subscribed", firstNs, this).isPresent();
        if (!loggedOn && attached && !logons.nobodyThere()) {
            firstNs = READY_LIMIT_NS;
            loggedOn = supervisor
                    .awaitPerhaps(started, "subscribed", READY_LIMIT_NS - ATTACH_LIMIT_NS, this)
                    .isPresent();
        }
        if (!loggedOn) {
            String message = "not all of " + sessions() + " were logged on at " + fix.host() + ":"
                    + fix.port() + " within " + TimeUnit.NANOSECONDS.toSeconds(firstNs) + " s: "
                    + logons.text() + ApplicationHint.of(plan.application(), fix.host());
            throw new ChildFailure(
                    application == null ? started : application,
                    message,
                    attached && logons.nobodyThere() ? ExitStatus.ENVIRONMENT : ExitStatus.FAILED);
        }
    }

    @Override
    public void onLine(Child child, StatusLine line) throws ChildFailure {
        JsonNode detail = line.detail();
        switch (line.status()) {
            case "warming" -> {
                if (detail.path("phase").asText().equals("burst")) {
                    burstBegins.accept(detail.path("lastTickId").asLong());
                }
            }
            case "warmed-up" -> warmedUp = line;
            case "rejected" ->
                missing(
                        child,
                        subscription(detail) + " was rejected: "
                                + detail.path("text").asText());
            case "noticed" -> noticed(detail);
            case "over" -> over(child, detail);
            case "unreachable", "reachable", "logged-out", "unanswered", "not-accepted" -> logons.hear(line);
            case "progress" -> showProgress(child, detail);
            default -> {}
        }
    }

    private void showProgress(Child child, JsonNode detail) {
        if (child == clients) {
            snapshots = detail.path("snapshots").asLong();
            if (!loggedOn && logons.trouble()) {
                progress.update("waiting for " + plan.sessions() + " logons: " + logons.text());
            }
        } else if (measuring) {
            progress.update(String.format(
                    Locale.ROOT,
                    "replaying: %,d of %,d ticks, lag %s, %,d snapshots",
                    detail.path("sent").asLong(),
                    detail.path("total").asLong(),
                    DurationText.format(detail.path("lagNs").asLong()),
                    snapshots));
        }
    }

    /** Session and pair of a line, in words. */
    private String subscription(JsonNode detail) {
        int id = detail.path("instrument").asInt(-1);
        String pair = input().instruments().stream()
                .filter(instrument -> instrument.id() == id)
                .map(Instrument::symbol)
                .findFirst()
                .orElse("a pair");
        return "session " + detail.path("session").asInt() + " " + pair;
    }

    /** What is counted and not read, or not as it stands, is a matter of the verdict: told once, whatever sessions it is in. */
    private void noticed(JsonNode detail) {
        String what = detail.path("text").asText();
        if (noticed.add(what)) {
            progress.stage("session " + detail.path("session").asInt() + ": " + what);
        }
    }

    /** What arrived ended a session: while ticks are measured that is a result, before it nothing can be measured. */
    private void over(Child child, JsonNode detail) throws ChildFailure {
        String what = "session " + detail.path("session").asInt() + " was ended: "
                + detail.path("text").asText();
        if (!measuring) {
            throw new ChildFailure(application == null ? child : application, what, ExitStatus.FAILED);
        }
        progress.stage(what + "; the replay goes on, every tick counts");
        draft().fact("sessionEnded." + detail.path("session").asInt(), what);
    }

    private void missing(Child child, String what) throws ChildFailure {
        if (!plan.allowMissing()) {
            throw new ChildFailure(
                    application == null ? child : application,
                    what + "; --allow-missing counts such pairs instead",
                    ExitStatus.FAILED);
        }
    }

    /** While ticks are measured the application's end is a result; before, nothing can be measured. */
    @Override
    public void onEnd(Child child, ChildFailure failure) throws ChildFailure {
        if (measuring && child.role().equals(APPLICATION)) {
            progress.stage(failure.withLog() + "; the replay goes on, every tick counts");
            return;
        }
        throw failure;
    }

    /** Whom to tell that the burst begins. */
    void onBurst(LongConsumer listener) {
        burstBegins = listener;
    }

    boolean warmedUp() {
        return warmedUp != null;
    }

    StatusLine awaitWarmedUp(long limitNs) throws ChildFailure, InterruptedException {
        StatusLine line = warmedUp;
        return line != null ? line : supervisor.await(replayer(), "warmed-up", limitNs, this);
    }

    /** Ends the run when a subscribed pair has no snapshot yet. */
    void checkFirstSnapshots() throws ChildFailure, InterruptedException {
        Child asked = present(clients);
        asked.tell(Command.of("first-snapshots"));
        JsonNode missing = supervisor
                .await(asked, "first-snapshots", READY_LIMIT_NS, this)
                .detail()
                .path("missing");
        List<String> texts = new ArrayList<>();
        missing.forEach(one -> texts.add(subscription(one)));
        if (!texts.isEmpty()) {
            missing(
                    asked,
                    texts.size() + " subscriptions have no first snapshot after the warm-up: "
                            + String.join(", ", texts.subList(0, Math.min(5, texts.size())))
                            + (noticed.isEmpty() ? "" : "; " + String.join("; ", noticed)));
        }
    }

    /** That all sessions have received, as far as the clients have said. */
    long snapshots() {
        return snapshots;
    }

    /** From here on ticks are measured. */
    void measuring() {
        measuring = true;
    }

    Child replayer() {
        return present(replayer);
    }

    ReplayerReady input() {
        return present(input);
    }

    ManifestDraft draft() {
        return present(draft);
    }

    /** The draft, where the run got so far. */
    Optional<ManifestDraft> begun() {
        return Optional.ofNullable(draft);
    }

    /** How each process ended, or that it runs. */
    List<ProcessEnd> ends() {
        List<ProcessEnd> ends = new ArrayList<>();
        supervisor.children().forEach(child -> ends.add(onRunClock(child.outcome())));
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            List<String> where = List.of(attached.host() + ":" + attached.fixPort());
            ends.add(new ProcessEnd(APPLICATION, where, 0, ProcessEnd.ATTACHED, -1, "", 0));
        }
        return ends;
    }

    private ProcessEnd onRunClock(ProcessEnd end) {
        long endedNs = end.endedNs() == 0 || hosts == null ? end.endedNs() : hosts.onRunClock(end.endedNs());
        return new ProcessEnd(end.role(), end.command(), end.pid(), end.end(), end.exitStatus(), end.cause(), endedNs);
    }

    private static <T> T present(@Nullable T thing) {
        if (thing == null) {
            throw new IllegalStateException("the run has not got there yet");
        }
        return thing;
    }
}
