package org.ticktoquote.analysis.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.schedule.UnrequestedTicks;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.AttributionFigures.SessionPair;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.PriceCheckFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Judgement;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.Conflation;

/** All counts differ, so that no sentence can report the wrong one. */
final class ApplicationObservationsTest {
    private static final Set<String> OF_SESSIONS = Set.of(
            "session-drops",
            "sessions-ended",
            "sequence-resets",
            "message-flood",
            "feed-flood",
            "subscriptions-rejected",
            "messages-rejected");

    private final Map<String, String> facts = new HashMap<>();
    private static final SnapshotClasses CLASSES = new SnapshotClasses(100, 20, 30, 7, 13, 30, 0, 0);
    /** Snapshots name their ticks. */
    private static final AttributionFigures NAMED = new AttributionFigures(true, 0, 0, List.of(), "");

    static final ModelFigures MODEL = model(true, Conflation.NONE);
    private static final String DECLARE =
            "The ticks reflected by the others are unknown: declare how the application prices"
                    + " (--composite, --half-spreads, --skew, --stale-after, --accept-crossed), or match by id.";

    private static ModelFigures model(boolean known, String conflation, SessionPair... places) {
        long snapshots = Stream.of(places)
                .filter(place -> place.state() != State.TOO_LITTLE_EVIDENCE)
                .mapToLong(SessionPair::snapshots)
                .sum();
        long contradicted =
                Stream.of(places).mapToLong(SessionPair::contradicted).sum();
        AttributionFigures attribution =
                new AttributionFigures(contradicted == 0, snapshots, contradicted, List.of(places), "");
        return model(known, conflation, attribution, PriceCheckFigures.NONE);
    }

    private static ModelFigures model(
            boolean known, String conflation, AttributionFigures attribution, PriceCheckFigures checked) {
        return new ModelFigures(
                known, "best-of-venues", conflation, 0, 50, 60, 40, 3, 0, List.of(), attribution, checked, false, 0, 0);
    }

    private static SessionPair place(int session, long snapshots, long contradicted, State state) {
        return new SessionPair(session, "EUR/USD", 0, 0, snapshots, contradicted, state);
    }

    static RuleFigures figures(boolean byPrice, ModelFigures model) {
        LatencyFigures any = ObservationsTest.latency(1, 1, 1L);
        return new RuleFigures(
                byPrice,
                80,
                new SentTicks(80, 0, 0, UnrequestedTicks.NONE, 0, "", "", HeldFigures.NONE),
                0,
                0,
                0,
                0,
                new TickOutcomes(24, 25, 26, 27, 28, 29),
                CLASSES,
                new SessionEvents(
                        40, 41, 42, 43, 44, 58, 59, 44, 51, 45, 5, 6, 7, 52, 53, 54, 55, 56, 46, 47, 48, 49, 50, 57),
                9,
                List.of("client-03", "client-01"),
                model,
                any,
                any);
    }

    private List<Observation> observed(boolean byPrice, ModelFigures model) {
        return observed(byPrice, model, true);
    }

    private List<Observation> observed(boolean byPrice, ModelFigures model, boolean spreads) {
        ObservationList found = new ObservationList();
        new ApplicationObservations(figures(byPrice, model), spreads, facts).addTo(found);
        return found.all();
    }

    private static String text(Stream<Observation> observations) {
        return observations
                .map(one -> (one.rule() + " " + one.value() + ": " + one.text()).strip())
                .collect(Collectors.joining("\n"));
    }

    /** Value and text. */
    private String said(String rule, boolean byPrice, ModelFigures model) {
        Observation found = observed(rule, byPrice, model);
        return found.value() + ": " + found.text();
    }

    private Observation observed(String rule, boolean byPrice, ModelFigures model) {
        return observed(byPrice, model).stream()
                .filter(observation -> observation.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void reportsEachCountUnderItsRule() {
        assertThat(text(observed(false, MODEL).stream().filter(one -> !OF_SESSIONS.contains(one.rule()))))
                .isEqualTo("""
                sequence-gaps 43.0: 43 gaps in MsgSeqNum.
                subscriptions-unanswered 48.0: 48 subscriptions had no first snapshot although ticks were due.
                book-overflows 53.0: 53 prices by 35=X are unknown, as there are more entries than the book keeps: set a larger \
                bookDepth in the session template.
                book-faults 109.0: 109 entries of 35=X did not fit the book (54 new entries that existed, 55 changes or \
                deletions of missing entries): prices can be wrong.
                unreadable-snapshots 47.0: 47 messages could not be read.
                unknown-symbols 46.0: 46 snapshots were for symbols without a subscription.
                lost 28.0: 28 due ticks x sessions had no answer when the drain (--drain) ended.
                skipped 26.0: 26 due ticks x sessions were skipped, which the declared conflation does not explain.
                model-mismatch 0.125: 3 of 24 published ticks x sessions call for no quote under the declared model.
                perhaps-conflated 0.0: 0 ticks x sessions, unchanged by at least one attribution, can have been conflated: \
                their wait is not in the figures.
                id-price-mismatch 0.0: 0 of 0 snapshots show a price that the declared model gives neither for the tick they \
                name nor for a newer one; 0 of them show an older price.
                spreads-contradicted 0.0: 0 of 0 snapshots are of sessions and pairs whose prices are mostly not explained by \
                the declared half spreads and skew: their ids were not checked against prices (--half-spreads, --skew).
                unexplained 13.0: 13 snapshots reflect no tick that was sent.
                ids-refused 0.0:
                model-refused 0.0: The model explains 0 of 0 snapshots. The ticks reflected by the others are unknown: declare \
                how the application prices (--composite, --half-spreads, --skew, --stale-after, --accept-crossed), or match by \
                id.
                too-little-evidence 0.0: There was too little evidence to learn the prices of 0 of 0 sessions x pairs: their \
                ticks are excluded. Declare --half-spreads, or measure longer.
                regressed 7.0: 7 snapshots reflect an older tick than the session already had.""");
    }

    @Test
    void reportsEachKindOfSessionEventSeparately() {
        assertThat(text(observed(false, MODEL).stream().filter(one -> OF_SESSIONS.contains(one.rule()))))
                .isEqualTo("""
                session-drops 32.0: 32 times a session disconnected unexpectedly.
                sessions-ended 9.0: 9 sessions were ended because they sent bytes that are not a FIX message.
                sequence-resets 44.0: 44 times the application reset MsgSeqNum during a session, so missing messages leave no \
                gap.
                message-flood 59.0: 59 messages without a price (TestRequests, heartbeats and others) came from the application \
                within a second, to client-03 and 1 other session, 58 messages in all such seconds: the clients had to read and \
                answer them.
                feed-flood 0.0: 0 messages other than requests for data (TestRequests, ResendRequests, garbage and others) came from the \
                application within a second, 0 messages in all such seconds: the replayer had to read and answer them in \
                addition to sending ticks.
                subscriptions-rejected 44.0: 44 subscriptions were rejected.
                messages-rejected 51.0: 51 messages of the clients were rejected (35=j, 35=3).""");
    }

    @Test
    void reportsMostFloodedVenueAndNumberOfOthers() {
        facts.put("feed.floodPerSecond.ALPHA", "100");
        facts.put("feed.floodMessages.ALPHA", "300");
        facts.put("feed.floodPerSecond.BETA", "1200");
        facts.put("feed.floodMessages.BETA", "2000");
        assertThat(said("feed-flood", false, MODEL))
                .isEqualTo(
                        "1200.0: 1,200 messages other than requests for data (TestRequests, ResendRequests, garbage and others) came from"
                                + " the application within a second, to venue BETA and 1 other venue, 2,300 messages in all such"
                                + " seconds: the replayer had to read and answer them in addition to sending ticks.");
    }

    @Test
    void disconnectsExplainedByCaptureGapsAreNotDrops() {
        facts.put("wire.clientHoles", "30");
        assertThat(observed("session-drops", false, MODEL).value()).isEqualTo(2);
        facts.put("wire.clientHoles", "300");
        assertThat(observed("session-drops", false, MODEL).value()).isZero();
    }

    @Test
    void quotesReasonsGivenByTheApplication() {
        facts.put("rejected.12", "session 12 EUR/USD was rejected: halted");
        facts.put("rejected.3", "session 3 USD/JPY was rejected: closed");
        facts.put("messageRejected.0", "session 0 was answered 35=3: Required tag missing");
        facts.put("loggedOut.1", "session 1 was logged out: maintenance");
        facts.put("disconnected.4", "session 4 disconnected: the application closed the connection");
        facts.put("disconnected.6", "session 6 disconnected: the connection failed: Connection reset");
        facts.put("sessionEnded.2", "session 2 was ended: the counterparty uses HTTP");
        assertThat(List.of(
                        observed("subscriptions-rejected", false, MODEL).text(),
                        observed("messages-rejected", false, MODEL).text(),
                        observed("session-drops", false, MODEL).text(),
                        observed("sessions-ended", false, MODEL).text()))
                .containsExactly(
                        "44 subscriptions were rejected: session 3 USD/JPY was rejected: closed; the same for 1 other"
                                + " session.",
                        "51 messages of the clients were rejected (35=j, 35=3): session 0 was answered 35=3: Required"
                                + " tag missing.",
                        "32 times a session disconnected unexpectedly: session 1 was logged out:"
                                + " maintenance; session 4 disconnected: the application closed the connection; the same for 1"
                                + " other session.",
                        "9 sessions were ended because they sent bytes that are not a FIX message: session 2 was ended:"
                                + " the counterparty uses HTTP.");
    }

    @Test
    void advisesDeclarationsIfTheModelLeavesSnapshotsUnexplained() {
        ModelFigures model = model(
                true,
                Conflation.NONE,
                place(0, 150, 0, State.EXPLAINED),
                place(1, 50, 20, State.CONTRADICTED),
                place(2, 7, 0, State.TOO_LITTLE_EVIDENCE));
        assertThat(said("model-refused", true, model))
                .isEqualTo("0.1: The model explains 180 of 200 snapshots. " + DECLARE);
        ModelFigures refused = model(true, Conflation.NONE, place(1, 50, 50, State.REFUSED));
        assertThat(observed("model-refused", true, refused).text())
                .isEqualTo("The model explains 0 of 50 snapshots; for 1 sessions x pairs no offsets explain them. "
                        + DECLARE);
    }

    @Test
    void namesSeveralVenuesAsACauseOfUnexplainedPrices() {
        facts.putAll(Map.of("venue.A", "fix://127.0.0.1:1", "venue.B", "fix://127.0.0.1:2", "venues", "venues.yaml"));
        ModelFigures model = model(true, Conflation.NONE, place(1, 50, 50, State.REFUSED));
        assertThat(observed("model-refused", true, model).text())
                .endsWith(" or match by id. An application that reads its 2 venues on separate threads can process"
                        + " ticks of a pair in a different order than sent. It cannot be matched by price.");
    }

    @Test
    void namesACopyOfATickAsACauseOfARegressionWithSeveralVenues() {
        facts.putAll(Map.of("venue.A", "fix://127.0.0.1:1", "venue.B", "fix://127.0.0.1:2"));
        assertThat(said("regressed", false, MODEL))
                .endsWith(" than the session already had, which can also be a second copy of the tick if two FIX venues"
                        + " carry its source.");
    }

    @Test
    void distinguishesTooLittleEvidenceFromUnexplainedPrices() {
        ModelFigures model = model(
                true,
                Conflation.NONE,
                place(0, 150, 0, State.EXPLAINED),
                place(1, 0, 0, State.TOO_LITTLE_EVIDENCE),
                place(2, 7, 0, State.TOO_LITTLE_EVIDENCE),
                place(3, 47, 0, State.EXPLAINED));
        assertThat(observed("model-refused", true, model).value()).isZero();
        assertThat(said("too-little-evidence", true, model))
                .isEqualTo(
                        "0.5: There was too little evidence to learn the prices of 2 of 4 sessions x pairs (1 without any"
                                + " snapshot): their ticks are excluded. Declare --half-spreads, or measure longer.");
    }

    @Test
    void countsUnchangedTicksThatCanHaveBeenConflated() {
        ModelFigures model = new ModelFigures(
                true, "", "interval", 100, 50, 60, 40, 0, 0, List.of(), NAMED, PriceCheckFigures.NONE, true, 45, 20);
        assertThat(said("perhaps-conflated", false, model))
                .isEqualTo(
                        "0.25: 20 ticks x sessions, unchanged by at least one attribution, can have been conflated: their"
                                + " wait is not in the figures.");
    }

    /** If 40 % wrong prices blame the application, 100 % must not go unreported. */
    @Test
    void reportsContradictedSpreads() {
        ModelFigures model = model(true, Conflation.NONE, NAMED, new PriceCheckFigures(25, 0, 0, 75));
        assertThat(said("spreads-contradicted", false, model))
                .isEqualTo(
                        "0.75: 75 of 100 snapshots are of sessions and pairs whose prices are mostly not explained by the"
                                + " declared half spreads and skew: their ids were not checked against prices"
                                + " (--half-spreads, --skew).");
        assertThat(observed(false, model, false).stream()
                        .filter(one -> one.rule().equals("spreads-contradicted")))
                .as("none declared")
                .allMatch(one -> one.value() == 0);
    }

    @Test
    void reportsOneMismatchAmongMillions() {
        ModelFigures model = model(true, Conflation.NONE, NAMED, new PriceCheckFigures(4_200_000, 1, 0, 0));
        Observation mismatch = observed("id-price-mismatch", false, model);
        assertThat(mismatch.value()).isEqualTo(1e-6);
        assertThat(Judgement.of(List.of(mismatch), Limits.of("dev")).reasons())
                .extracting(Reason::verdict)
                .containsExactly(Verdict.DEGRADED);
    }

    @Test
    void reportsNoSkippedTicksWithoutADeclaredModel() {
        assertThat(observed("skipped", false, model(true, Conflation.UNKNOWN)).value())
                .isZero();
        assertThat(observed("skipped", false, model(false, Conflation.NONE)).value())
                .isZero();
    }

    @Test
    void advisesToDeclareTheModelIfDueTicksAreUnknown() {
        assertThat(said("lost", false, model(false, Conflation.UNKNOWN)))
                .isEqualTo("28.0: 28 due ticks x sessions had no answer when the drain (--drain) ended."
                        + " Without a declared model (--composite) every tick"
                        + " counts as due, even if it called for no quote.");
    }
}
