package org.ticktoquote.wire.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Roles of captured traffic: ticks and quotes. Feeds are ticks, and so are FIX sessions in which the application requests
 * prices. FIX sessions in which it sends prices are quotes. The application is the party that does both, by address or
 * CompID.
 *
 * @param feeds ticks of feeds
 * @param venues ticks of FIX sessions
 * @param quotes sessions of clients, by CompID
 */
record Roles(List<SurveyedFeed> feeds, List<CapturedFixSession> venues, List<CapturedFixSession> quotes) {
    static final int MAX_LISTED = 20;

    /**
     * Decides the roles, or refuses with a list of what was found and the options that decide.
     *
     * @param ignoresAbsent true to ignore selections that match nothing if others are sufficient
     */
    static Roles of(CaptureSurvey survey, List<Selection> ticks, List<Selection> quotes, boolean ignoresAbsent) {
        List<CapturedFixSession> sessions = survey.sessions(false);
        List<SurveyedFeed> feeds = survey.feeds().stream()
                .filter(feed -> ticks.isEmpty()
                        || feed.declared.isPresent()
                        || ticks.stream().anyMatch(one -> !one.isFix() && one.isAt(feed.address)))
                .toList();
        Set<Object> applications = applications(sessions);
        Predicate<CapturedFixSession> isNamed = session -> ticks.stream().anyMatch(session::is);
        boolean named =
                ticks.stream().anyMatch(Selection::isFix) || sessions.stream().anyMatch(isNamed);
        boolean all = named || applications.isEmpty() && !feeds.isEmpty();
        Predicate<CapturedFixSession> isQuotes = quotes.isEmpty()
                ? session -> all || session.has(false, applications) && !session.has(true, applications)
                : session -> session.isQuotes(quotes, sessions);
        List<CapturedFixSession> asked = select(sessions, isQuotes.and(isNamed.negate()), quotes);
        List<CapturedFixSession> others =
                select(sessions, named ? isNamed : isQuotes.negate(), named ? ticks : List.of());
        List<CapturedFixSession> venues = List.of();
        if (quotes.isEmpty()) {
            venues = select(others, session -> named || session.has(true, applications), List.of());
        } else if (named || ticks.isEmpty()) {
            venues = ofApplication(others, asked, applications, ticks, feeds.isEmpty());
        }
        boolean anyTicks = !feeds.isEmpty() || !venues.isEmpty();
        boolean sufficient = anyTicks && !asked.isEmpty();
        List<Problem> unknown = sufficient && ignoresAbsent ? List.of() : unknown(survey, sessions, ticks, quotes);
        if (!sufficient || !unknown.isEmpty()) {
            String noTicks = sessions.isEmpty()
                    ? "no ticks and no prices found (t2q wire show reports cut and missing frames)"
                    : "ticks are ambiguous: no FIX session is clearly the application's input";
            String noQuotes = "no FIX session sends prices (35=W, X, S, i) to clients";
            throw unclear(survey, anyTicks ? noQuotes : noTicks, unknown);
        }
        Predicate<Set<Object>> isApplication = party -> !Collections.disjoint(party, applications);
        Stream<Set<Object>> asking = parties(venues, true).filter(isApplication);
        Stream<Set<Object>> answering = parties(asked, false).filter(isApplication);
        if (quotes.isEmpty()
                ? !isOneSystem(Stream.concat(asking, answering))
                : !isOneSystem(asking) || !isOneSystem(answering)) {
            throw unclear(survey, "several applications found", List.of());
        }
        return new Roles(feeds, venues, asked);
    }

    /**
     * Selects the sessions in which the application of the quotes requests prices. Sessions that {@code --ticks} names
     * count even if the application requests no prices in them. Without this option, if ticks are needed and no
     * session is found, the sessions of a single other system count. That system can be the application's gateway.
     */
    private static List<CapturedFixSession> ofApplication(
            List<CapturedFixSession> all,
            List<CapturedFixSession> quotes,
            Set<Object> systems,
            List<Selection> named,
            boolean needed) {
        Set<Object> own = new HashSet<>();
        parties(quotes, false).forEach(own::addAll);
        Set<Object> others = new HashSet<>(systems);
        others.removeAll(own);
        List<CapturedFixSession> found = all.stream()
                .map(session -> session.where(each -> !Collections.disjoint(session.party(each, true), own)
                        && Collections.disjoint(session.party(each, true), others)))
                .filter(session -> !session.connections().isEmpty())
                .toList();
        if (!named.isEmpty()) {
            Predicate<CapturedFixSession> alone = session -> named.stream()
                    .anyMatch(one -> session.is(one) && found.stream().noneMatch(each -> each.is(one)));
            return Stream.concat(found.stream(), all.stream().filter(alone)).toList();
        }
        if (!found.isEmpty() || !needed) {
            return found;
        }
        others.addAll(own);
        Predicate<CapturedFixSession> isOther = session -> session.has(true, others) || session.has(false, others);
        List<CapturedFixSession> gateways = select(all, isOther.negate(), List.of());
        return isOneSystem(parties(gateways, true)) ? gateways : List.of();
    }

    private static Stream<Set<Object>> parties(List<CapturedFixSession> sessions, boolean asking) {
        return sessions.stream().flatMap(session -> session.parties(asking));
    }

    /** Returns whether all parties are one system: each shares an address or a CompID with another. */
    private static boolean isOneSystem(Stream<Set<Object>> parties) {
        List<Set<Object>> apart = parties.distinct().collect(Collectors.toCollection(ArrayList::new));
        Set<Object> one = new HashSet<>(apart.isEmpty() ? Set.of() : apart.get(0));
        for (int left = apart.size(); left > 0; left--) {
            apart.stream().filter(party -> !Collections.disjoint(party, one)).forEach(one::addAll);
        }
        return apart.stream().allMatch(one::containsAll);
    }

    /**
     * Selects the FIX sessions in which price sources send prices, without those in which the application does. Of a session
     * named by address, selects the connections at that address.
     *
     * @param senders named sessions, which can be absent; empty to detect them
     */
    static Roles ofVenues(CaptureSurvey survey, List<Selection> senders) {
        List<CapturedFixSession> sessions = survey.sessions(true);
        Set<Object> applications = applications(sessions);
        Predicate<CapturedFixSession> isVenue = senders.isEmpty()
                ? session -> applications.isEmpty() || session.has(true, applications)
                : session -> senders.stream().anyMatch(session::isFrom);
        List<CapturedFixSession> others = select(sessions, isVenue.negate(), List.of());
        return new Roles(List.of(), select(sessions, isVenue, senders), others);
    }

    /** Filters sessions, and reduces each to the named connections. */
    private static List<CapturedFixSession> select(
            List<CapturedFixSession> from, Predicate<CapturedFixSession> which, List<Selection> by) {
        return from.stream().filter(which).map(session -> session.chosen(by)).toList();
    }

    /**
     * Returns the addresses and CompIDs of parties that both request and send prices. If all are at one address, only
     * CompIDs remain.
     */
    private static Set<Object> applications(List<CapturedFixSession> sessions) {
        Set<Object> both = parties(sessions, false).flatMap(Set::stream).collect(Collectors.toSet());
        both.retainAll(parties(sessions, true).flatMap(Set::stream).collect(Collectors.toSet()));
        return both;
    }

    /** Returns a problem for each selection that matches nothing. */
    private static List<Problem> unknown(
            CaptureSurvey survey, List<CapturedFixSession> sessions, List<Selection> ticks, List<Selection> quotes) {
        Predicate<Selection> isTicks = one -> sessions.stream().anyMatch(session -> session.is(one))
                || !one.isFix()
                        && survey.feeds().stream()
                                .anyMatch(feed -> feed.declared.isPresent() || one.isAt(feed.address));
        Predicate<Selection> isQuote =
                one -> sessions.stream().anyMatch(session -> session.isQuotes(List.of(one), sessions));
        List<Problem> unknown = new ArrayList<>(unknown("--ticks", "has no ticks in the capture", ticks, isTicks));
        unknown.addAll(unknown("--quotes", "has no prices in the capture", quotes, isQuote));
        return unknown;
    }

    private static List<Problem> unknown(
            String option, String fault, List<Selection> by, Predicate<Selection> isThere) {
        Problem unknown = Problem.of(option).fault(fault).expected("one of the following");
        Stream<Selection> absent = by.stream().filter(isThere.negate());
        return absent.map(one -> unknown.value(one)).toList();
    }

    /** @param unknown selections that match nothing; empty if the capture is ambiguous */
    private static ProblemException unclear(CaptureSurvey survey, String what, List<Problem> unknown) {
        List<Problem> found = new ArrayList<>(unknown);
        String tls = survey.tls().isEmpty() ? "" : "; " + survey.tls();
        if (unknown.isEmpty()) {
            found.add(Problem.ofFault(what + tls
                    + "; choose with --ticks ADDRESS[,sbe|fix] and --quotes ADDRESS (HOST:PORT, :PORT or CompID)"));
        }
        Stream<String> feeds = survey.feeds().stream().map(feed -> "ticks at " + feed);
        Stream.concat(feeds, describe(survey.sessions(false))).forEach(each -> found.add(Problem.ofFault(each)));
        return new ProblemException(ExitStatus.BAD_INPUT, found);
    }

    /** Describes each session: sender, price count and receiver. */
    static Stream<String> describe(List<CapturedFixSession> sessions) {
        return sessions.stream()
                .limit(MAX_LISTED)
                .map(session -> session.answers() + " at " + WireManifest.joined(session.addresses()) + " sends "
                        + CountText.of(session.prices(), "price") + " to " + session.asks());
    }
}
