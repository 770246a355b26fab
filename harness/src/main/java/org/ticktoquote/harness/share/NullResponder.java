package org.ticktoquote.harness.share;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.ticktoquote.analysis.Analysis;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.control.SenderOptions;
import org.ticktoquote.core.net.FeedBindings;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunOutputDirectory;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.process.JavaCommand;

/**
 * Short run with the load of another run, against the built-in application in a mode that answers at once. Its response is the
 * harness's share, plus a little time to decode a tick and send a snapshot.
 */
public final class NullResponder {
    private static final int ID_TAG = 278;
    private static final String DENSEST = "--densest=30s";
    /** Rules that do not apply, because the whole response is the harness's share. */
    private static final Set<String> MEANINGLESS = Set.of(Rule.REPLAY_LAG_SHARE);

    private NullResponder() {}

    /**
     * Result of the run.
     *
     * @param measuredAt ISO-8601 UTC
     * @param unusableReason reason why the figures cannot be used, for users; empty if they can
     */
    public record Measured(
            String measuredAt, long responses, ShareFigures responseNs, ShareFigures serviceNs, String unusableReason) {
        NullResponse response(String host, String load) {
            return new NullResponse(
                    NullResponse.FORMAT_VERSION, measuredAt, host, load, responses, responseNs, serviceNs);
        }

        public boolean usable() {
            return unusableReason.isEmpty();
        }
    }

    /** Plans a run with the same load, limited to its densest 30 s, without the user's session template. */
    public static RunPlan plan(RunPlan own) {
        SenderOptions sender = own.input().sender();
        RunPlan.Input input = own.input();
        return new RunPlan(
                UUID.randomUUID(),
                new RunDirectory(own.directory().path().resolve(RunOutputDirectory.SHARE)),
                new RunPlan.Input(
                        input.recording(),
                        input.window(),
                        input.speed(),
                        FeedBindings.installed().loopback(input.feedBinding()),
                        Optional.empty(),
                        List.of(),
                        sender.densestNs() == null ? sender.with(DENSEST) : sender),
                new RunPlan.Sessions(
                        own.sessions().count(),
                        own.sessions().pairs(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        own.sessions().options(),
                        false),
                new ApplicationUnderTest.BuiltIn(JavaCommand.ownJava(), List.of(), false, List.of("--null-responder")),
                new RunManifest.Declared(
                        Matching.byId(ID_TAG, "decimal"),
                        new ApplicationModel(true, ApplicationModel.SINGLE, true, 0, List.of(0L), 0),
                        new Conflation(Conflation.NONE, 0)),
                own.timing(),
                own.profile(),
                own.threads(),
                own.hosts().withoutCaptures(),
                new RunPlan.Evidence(
                        own.evidence().intervalNs(),
                        false,
                        Optional.empty(),
                        own.evidence().controlled(),
                        own.evidence().traced(),
                        Optional.empty()),
                own.capture());
    }

    /** Analyses the run, writes its files and returns its figures. */
    public static Measured figures(Run.Outcome outcome, RunPlan plan) {
        if (!outcome.measured() || !outcome.cause().isEmpty()) {
            return new Measured("", 0, ShareFigures.NONE, ShareFigures.NONE, "the run ended early: " + outcome.cause());
        }
        Analysis analysis = Analysis.of(plan.directory().path());
        analysis.writeFiles();
        Summary summary = analysis.result().summary();
        LatencyFigures response = summary.latencies().of(Latency.RESPONSE);
        ShareFigures figures = ShareFigures.of(response);
        ShareFigures service = ShareFigures.of(summary.latencies().of(Latency.SERVICE));
        return new Measured(
                summary.about().startedAt(), response.measured(), figures, service, unusableReason(summary, figures));
    }

    private static String unusableReason(Summary summary, ShareFigures figures) {
        if (!figures.whole()) {
            return "answers were lost";
        }
        return summary.findings().reasons().stream()
                .filter(reason -> reason.verdict() == Verdict.VOID && !MEANINGLESS.contains(reason.rule()))
                .findFirst()
                .map(Reason::text)
                .orElse("");
    }
}
