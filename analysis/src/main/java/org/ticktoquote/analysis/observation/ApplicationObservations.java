package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.PriceCheckFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.FeedFlood;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionFact;

/**
 * Observes the application: its sessions, messages, snapshots and tick outcomes.
 *
 * @param spreads whether the declared model adds offsets to the composite
 * @param host facts of the manifest, including the application's messages
 */
record ApplicationObservations(RuleFigures figures, boolean spreads, Map<String, String> host) {
    private static final String PRICING = "declare how the application prices"
            + " (--composite, --half-spreads, --skew, --stale-after, --accept-crossed), or match by id.";

    void addTo(ObservationList found) {
        connections(found);
        events(figures.events(), found);
        outcomes(figures.outcomes(), figures.model(), spreads, found);
        found.counted(
                Rule.UNEXPLAINED,
                figures.classes().unexplained(),
                "snapshot reflects",
                "snapshots reflect",
                " no tick that was sent" + oneOrder());
        unnamed(found);
        refusal(figures.model().attribution(), found);
        found.counted(
                Rule.REGRESSED,
                figures.classes().regressed(),
                "snapshot reflects",
                "snapshots reflect",
                " an older tick than the session already had" + order() + copies() + acrossVenues());
    }

    /** Returns a note that matching by price assumes one order of all venues; empty if matched by id or with one venue. */
    private String oneOrder() {
        return figures.byPrice() && venues() > 1
                ? ", assuming one order of the ticks of all " + venues() + " venues"
                : "";
    }

    private long venues() {
        return host.keySet().stream()
                .filter(key -> key.startsWith(RunManifest.VENUE_FACT))
                .count();
    }

    private String paths() {
        long venues = venues();
        return venues < 2
                ? ""
                : " An application that reads its " + venues
                        + " venues on separate threads can process ticks of a pair in a different order than sent."
                        + " It cannot be matched by price.";
    }

    /** Returns a note on the order that {@code --venue-order} declares; empty without declared venues. */
    private String order() {
        return host.containsKey(RunManifest.VENUES_FACT)
                ? " (a tick of any venue with --venue-order total, of the same venue with per-venue)"
                : "";
    }

    /** Returns another cause than the application; empty with one venue. */
    private String copies() {
        return venues() < 2 ? "" : ", which can also be a second copy of the tick if two FIX venues carry its source";
    }

    /** Returns advice on {@code --venue-order}, because either the application or the declared order is wrong. */
    private String acrossVenues() {
        return figures.acrossVenues() == 0
                ? ""
                : "; " + figures.acrossVenues()
                        + " of them name the newest tick of their own venue so far. If the"
                        + " application reads its venues on separate threads, use --venue-order per-venue instead of"
                        + " total";
    }

    /** Observes wrong ids, which can be an error of the application or of its declaration. */
    private void unnamed(ObservationList found) {
        String ids = figures.model().attribution().ids();
        long snapshots = figures.classes().unexplained() + figures.classes().regressed();
        found.count(Rule.IDS_REFUSED, ids.isEmpty() ? 0 : snapshots, ids);
    }

    /** Observes missing evidence, and snapshots that contradict the model and so invalidate figures by price. */
    private void refusal(AttributionFigures attribution, ObservationList found) {
        long explained = attribution.snapshots() - attribution.contradicted();
        long refused = attribution.in(State.REFUSED);
        found.share(
                Rule.MODEL_REFUSED,
                attribution.contradicted(),
                attribution.snapshots(),
                "The model explains " + explained + " of " + attribution.snapshots() + " snapshots"
                        + (refused == 0 ? "" : "; for " + refused + " sessions x pairs no offsets explain them")
                        + ". The ticks reflected by the others are unknown: " + PRICING + paths());
        long unseen = attribution.in(State.TOO_LITTLE_EVIDENCE);
        long silent = attribution.places().stream()
                .filter(place -> place.state() == State.TOO_LITTLE_EVIDENCE && place.snapshots() == 0)
                .count();
        found.share(
                Rule.TOO_LITTLE_EVIDENCE,
                unseen,
                attribution.places().size(),
                "There was too little evidence to learn the prices of " + unseen + " of "
                        + attribution.places().size() + " sessions x pairs"
                        + (silent == 0 ? "" : " (" + silent + " without any snapshot)")
                        + ": their ticks are excluded. Declare --half-spreads, or measure longer.");
    }

    /** Returns the number of session ends not charged to the application, as the capture can lack the client's Logout. */
    private long clientHoles() {
        return Long.parseLong(host.getOrDefault(RunManifest.WIRE_FACT + "clientHoles", "0"));
    }

    /** Observes session failures. Sessions ended by invalid bytes have their own rule, as only the application causes them. */
    private void connections(ObservationList found) {
        SessionEvents events = figures.events();
        found.counted(
                Rule.SESSION_DROPS,
                Math.max(0, events.drops() - figures.ended() - clientHoles()),
                "time",
                "times",
                " a session disconnected unexpectedly" + said(SessionFact.LOGGED_OUT, SessionFact.DISCONNECTED));
        found.counted(
                Rule.SESSIONS_ENDED,
                figures.ended(),
                "session was",
                "sessions were",
                " ended because they sent bytes that are not a FIX message" + said(SessionFact.ENDED));
        found.counted(Rule.SEQUENCE_GAPS, events.sequenceGaps(), "gap", "gaps", " in MsgSeqNum");
        found.counted(
                Rule.SEQUENCE_RESETS,
                events.sequenceResets(),
                "time",
                "times",
                " the application reset MsgSeqNum during a session, so missing messages leave no gap");
        flood(events, found);
        feedFlood(FeedFlood.of(host), found);
    }

    private static void feedFlood(List<FeedFlood> floods, ObservationList found) {
        String others = floods.size() < 2 ? "" : " and " + CountText.of(floods.size() - 1L, "other venue");
        found.counted(
                Rule.FEED_FLOOD,
                floods.isEmpty() ? 0 : floods.get(0).perSecond(),
                "message",
                "messages",
                " other than requests for data (TestRequests, ResendRequests, garbage and others) came from the"
                        + " application within a second"
                        + (floods.isEmpty() ? "" : ", to venue " + floods.get(0).venue()) + others + ", "
                        + CountText.of(
                                floods.stream().mapToLong(FeedFlood::messages).sum(), "message")
                        + " in all such seconds: the replayer had to read and answer them in addition to sending ticks");
    }

    private void flood(SessionEvents events, ObservationList found) {
        List<String> flooded = figures.flooded();
        String others = flooded.size() < 2 ? "" : " and " + CountText.of(flooded.size() - 1L, "other session");
        found.counted(
                Rule.MESSAGE_FLOOD,
                events.floodPerSecond(),
                "message",
                "messages",
                " without a price (TestRequests, heartbeats and others) came from the application within a second"
                        + (flooded.isEmpty() ? "" : ", to " + flooded.get(0)) + others + ", "
                        + CountText.of(events.floodMessages(), "message")
                        + " in all such seconds: the clients had to read and answer them");
    }

    private void events(SessionEvents events, ObservationList found) {
        found.counted(
                Rule.SUBSCRIPTIONS_REJECTED,
                events.rejected(),
                "subscription was",
                "subscriptions were",
                " rejected" + said(SessionFact.PAIR_REJECTED));
        found.counted(
                Rule.MESSAGES_REJECTED,
                events.messagesRejected(),
                "message of the clients was",
                "messages of the clients were",
                " rejected (35=j, 35=3)" + said(SessionFact.MESSAGE_REJECTED));
        found.counted(
                Rule.SUBSCRIPTIONS_UNANSWERED,
                events.unanswered(),
                "subscription",
                "subscriptions",
                " had no first snapshot although ticks were due");
        found.counted(
                Rule.BOOK_OVERFLOWS,
                events.bookOverflows(),
                "price by 35=X is",
                "prices by 35=X are",
                " unknown, as there are more entries than the book keeps: set a larger bookDepth in the session template");
        found.counted(
                Rule.BOOK_FAULTS,
                events.repeatedEntries() + events.unknownEntries(),
                "entry",
                "entries",
                " of 35=X did not fit the book (" + events.repeatedEntries() + " new entries that existed, "
                        + events.unknownEntries()
                        + " changes or deletions of missing entries): prices can be wrong");
        found.counted(Rule.UNREADABLE_SNAPSHOTS, events.malformed(), "message", "messages", " could not be read");
        found.counted(
                Rule.UNKNOWN_SYMBOLS,
                events.unknownSymbols(),
                "snapshot was",
                "snapshots were",
                " for symbols without a subscription");
    }

    /** Returns the text of each fact, from the first session that has it; empty if none has. */
    private String said(SessionFact... facts) {
        String texts =
                Stream.of(facts).flatMap(fact -> fact.summary(host).stream()).collect(Collectors.joining("; "));
        return texts.isEmpty() ? "" : ": " + texts;
    }

    private static void outcomes(TickOutcomes outcomes, ModelFigures model, boolean spreads, ObservationList found) {
        String undeclared = model.known()
                ? ""
                : ". Without a declared model (--composite) every tick counts as due, even if it called for no quote";
        found.counted(
                Rule.LOST,
                outcomes.lost(),
                "due tick x session",
                "due ticks x sessions",
                " had no answer when the drain (--drain) ended" + undeclared);
        // skipped ticks count only against a declared conflation policy
        boolean declared = model.known() && !model.conflation().equals(Conflation.UNKNOWN);
        found.counted(
                Rule.SKIPPED,
                declared ? outcomes.skipped() : 0,
                "due tick x session was",
                "due ticks x sessions were",
                " skipped, which the declared conflation does not explain");
        found.share(
                Rule.MODEL_MISMATCH,
                // without a model, only ticks omitted from the feed are not due; a book image can still show them
                model.known() ? model.publishedNotDue() : 0,
                outcomes.published(),
                model.publishedNotDue() + " of " + outcomes.published()
                        + " published ticks x sessions call for no quote under the declared model.");
        found.share(
                Rule.PERHAPS_CONFLATED,
                model.perhapsConflated(),
                model.due() + model.perhapsConflated(),
                model.perhapsConflated()
                        + " ticks x sessions, unchanged by at least one attribution, can have been conflated: their wait"
                        + " is not in the figures.");
        PriceCheckFigures prices = model.priceCheck();
        found.share(
                Rule.ID_PRICE_MISMATCH,
                prices.mismatched(),
                prices.looked(),
                prices.mismatched() + " of " + prices.looked()
                        + " snapshots show a price that the declared model gives neither for the tick"
                        + " they name nor for a newer one; " + prices.older()
                        + " of them show an older price.");
        long all = prices.looked() + prices.unmodelled();
        found.share(
                Rule.SPREADS_CONTRADICTED,
                spreads ? prices.unmodelled() : 0,
                all,
                prices.unmodelled() + " of " + all
                        + " snapshots are of sessions and pairs whose prices are mostly not explained by the declared half"
                        + " spreads and skew: their ids were not checked against prices (--half-spreads, --skew).");
    }
}
