package org.ticktoquote.wire.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * What is ticks and what is quotes: feeds are ticks, and so are FIX sessions in which the application itself asks for prices.
 * Sessions in which it is asked are quotes. The application is who does both, by its address or its CompID.
 *
 * @param feeds ticks
 * @param venues likewise
 * @param quotes sessions of clients, by their CompIDs
 */
record Roles(List<SurveyedFeed> feeds, List<FixSession> venues, List<FixSession> quotes) {
    static final int MOST_LISTED = 20;

    /** Decides, or refuses with what there is and the options that would decide. */
    static Roles of(CaptureSurvey survey, List<Selection> ticks, List<Selection> quotes) {
        List<FixSession> sessions = survey.sessions(false);
        List<SurveyedFeed> feeds = survey.feeds().stream()
                .filter(feed -> ticks.isEmpty()
                        || feed.declared.isPresent()
                        || ticks.stream().anyMatch(one -> !one.isFix() && one.isAt(feed.address)))
                .toList();
        Predicate<FixSession> isVenue = named(ticks);
        Predicate<FixSession> isQuotes = named(quotes);
        if (quotes.isEmpty()
                && ticks.stream().noneMatch(Selection::isFix)
                && sessions.stream().noneMatch(isVenue)) {
            Set<Object> applications = applications(sessions);
            boolean all = applications.isEmpty() && !feeds.isEmpty();
            isVenue = session -> asking(session).anyMatch(applications::contains);
            isQuotes = session -> all || answering(session).anyMatch(applications::contains);
        } else {
            if (ticks.isEmpty() && feeds.isEmpty()) {
                isVenue = isQuotes.negate();
            }
            isQuotes = quotes.isEmpty() ? session -> true : isQuotes;
        }
        List<FixSession> venues = sessions.stream().filter(isVenue).toList();
        List<FixSession> asked = sessions.stream()
                .filter(isQuotes.and(isVenue.negate()))
                .map(session -> session.chosen(quotes))
                .toList();
        boolean anyTicks = !feeds.isEmpty() || !venues.isEmpty();
        if (!anyTicks || asked.isEmpty()) {
            throw unclear(survey, sessions, anyTicks);
        }
        return new Roles(feeds, venues, asked);
    }

    private static Predicate<FixSession> named(List<Selection> by) {
        return session -> by.stream().anyMatch(session::is);
    }

    /**
     * Ticks only: the FIX sessions in which price sources send prices. Those in which the application sends them are none.
     *
     * @param senders which sessions are meant; empty where they are to be found
     */
    static Roles ofVenues(CaptureSurvey survey, List<Selection> senders) {
        List<FixSession> sessions = survey.sessions(true);
        Set<Object> applications = applications(sessions);
        for (Selection sender : senders) {
            if (sessions.stream().noneMatch(session -> session.isFrom(sender))) {
                throw Problem.of("--sender")
                        .value(sender.text())
                        .fault("sends no prices")
                        .expected("one of "
                                + sessions.stream()
                                        .limit(MOST_LISTED)
                                        .map(FixSession::answers)
                                        .distinct()
                                        .toList())
                        .refusal(ExitStatus.BAD_INPUT);
            }
        }
        Predicate<FixSession> isVenue = senders.isEmpty()
                ? session -> applications.isEmpty() || asking(session).anyMatch(applications::contains)
                : session -> senders.stream().anyMatch(session::isFrom);
        return new Roles(
                List.of(),
                sessions.stream().filter(isVenue).toList(),
                sessions.stream().filter(isVenue.negate()).toList());
    }

    /** Who both asks and answers. Where all is at one address only CompIDs tell. */
    private static Set<Object> applications(List<FixSession> sessions) {
        Set<Object> both = sessions.stream().flatMap(Roles::answering).collect(Collectors.toSet());
        both.retainAll(sessions.stream().flatMap(Roles::asking).collect(Collectors.toSet()));
        return both;
    }

    private static Stream<Object> asking(FixSession session) {
        return party(session.asks(), session.first().from().to().getAddress(), session);
    }

    private static Stream<Object> answering(FixSession session) {
        return party(session.answers(), session.address().getAddress(), session);
    }

    private static Stream<Object> party(String compId, InetAddress address, FixSession session) {
        boolean apart = !session.address()
                .getAddress()
                .equals(session.first().from().to().getAddress());
        return apart ? Stream.of(compId, address) : Stream.of(compId);
    }

    private static Refusal unclear(CaptureSurvey survey, List<FixSession> sessions, boolean ticks) {
        List<Problem> found = new ArrayList<>();
        String missing = ticks
                ? "no FIX session in which clients get prices (35=W, X, S, i) is found"
                : sessions.isEmpty()
                        ? "neither ticks nor prices are found"
                        : "which FIX sessions are ticks is not clear";
        String tls = survey.tls().isEmpty() ? "" : "; " + survey.tls();
        found.add(Problem.ofFault(missing + tls
                + "; --ticks ADDRESS[,sbe|fix] and --quotes ADDRESS say what is what, by HOST:PORT, :PORT or CompID"));
        words(sessions).forEach(each -> found.add(Problem.ofFault(each)));
        return new Refusal(ExitStatus.BAD_INPUT, found);
    }

    /** In words: who sends prices to whom. */
    static Stream<String> words(List<FixSession> sessions) {
        return sessions.stream()
                .limit(MOST_LISTED)
                .map(session -> session.answers() + " at " + text(session.address()) + " sends "
                        + Counted.of(session.prices(), "price") + " to " + session.asks());
    }

    static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
