package org.ticktoquote.wire.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.run.CaptureSurvey.DatagramFeed;
import org.ticktoquote.wire.run.CaptureSurvey.FixConnection;
import org.ticktoquote.wire.run.CaptureSurvey.StreamFeed;
import org.ticktoquote.wire.stream.Flow;

/**
 * What is ticks and what is quotes: feeds are ticks, and so are FIX sessions in which the application itself asks for prices.
 * Sessions in which it is asked are quotes. The application is who does both, by its address or its CompID.
 *
 * @param datagrams ticks
 * @param streams likewise
 * @param venues likewise
 * @param quotes sessions of clients, by their CompIDs
 */
record Roles(List<DatagramFeed> datagrams, List<StreamFeed> streams, List<FixSession> venues, List<FixSession> quotes) {
    private static final int MOST_LISTED = 20;

    /**
     * A FIX session, over one connection or several one after another.
     *
     * @param answers CompID of the side that sends prices
     * @param asks CompID of the side that asks for them
     * @param from the directions in which prices come
     * @param connections likewise, both sides of each
     */
    record FixSession(String answers, String asks, List<Flow> from, List<FixConnection> connections) {
        Flow first() {
            return from.get(0);
        }

        /** The side that sends prices, as it was seen first with some. */
        FixSide side() {
            for (int i = 0; i < from.size(); i++) {
                FixSide side = connections.get(i).side(from.get(i));
                if (side.prices() > 0) {
                    return side;
                }
            }
            return connections.get(0).side(from.get(0));
        }

        long prices() {
            return sum(FixSide::prices);
        }

        private long sum(Function<FixSide, Long> count) {
            long all = 0;
            for (int i = 0; i < from.size(); i++) {
                all += count.apply(connections.get(i).side(from.get(i)));
            }
            return all;
        }

        /** Names of its pairs: those asked for, and those of its prices. */
        List<String> names() {
            Set<String> names = new LinkedHashSet<>();
            for (int i = 0; i < from.size(); i++) {
                names.addAll(connections.get(i).other(from.get(i)).requestedNames());
                names.addAll(connections.get(i).side(from.get(i)).names());
            }
            return List.copyOf(names);
        }

        String words() {
            InetSocketAddress at = first().from();
            return answers + " at " + at.getAddress().getHostAddress() + ":" + at.getPort() + " sends "
                    + Counted.of(prices(), "price") + " to " + asks;
        }
    }

    /** Decides, or refuses with what there is and the options that would decide. */
    static Roles of(CaptureSurvey survey, List<Selection> ticks, List<Selection> quotes) {
        List<FixSession> sessions = sessions(survey);
        List<DatagramFeed> datagrams = survey.datagramFeeds().stream()
                .filter(feed -> chosen(ticks, feed.to().socket()))
                .toList();
        List<StreamFeed> streams = survey.streamFeeds().stream()
                .filter(feed -> chosen(ticks, feed.direction().from()))
                .toList();
        boolean feeds = !datagrams.isEmpty() || !streams.isEmpty();
        Predicate<FixSession> isVenue;
        Predicate<FixSession> isQuotes;
        if (ticks.stream().anyMatch(Selection::isFix) || !quotes.isEmpty() || anyNamed(sessions, ticks)) {
            Predicate<FixSession> namedTicks = session -> ticks.stream().anyMatch(one -> named(one, session));
            Predicate<FixSession> namedQuotes = session -> quotes.stream().anyMatch(one -> named(one, session));
            isVenue = namedTicks.or(session -> ticks.isEmpty() && !feeds && !namedQuotes.test(session));
            isQuotes = quotes.isEmpty() ? isVenue.negate() : namedQuotes.and(isVenue.negate());
        } else {
            Set<Object> applications = applications(sessions);
            isVenue = session -> parties(session, false).anyMatch(applications::contains);
            isQuotes = applications.isEmpty() && feeds
                    ? session -> true
                    : session ->
                            !isVenue.test(session) && parties(session, true).anyMatch(applications::contains);
        }
        List<FixSession> venues = sessions.stream().filter(isVenue).toList();
        List<FixSession> asked = sessions.stream().filter(isQuotes).toList();
        refuse(survey, sessions, feeds || !venues.isEmpty(), asked);
        return new Roles(datagrams, streams, venues, asked);
    }

    private static boolean chosen(List<Selection> ticks, InetSocketAddress at) {
        return ticks.isEmpty() || ticks.stream().anyMatch(one -> !one.isFix() && one.isAt(at));
    }

    private static boolean anyNamed(List<FixSession> sessions, List<Selection> ticks) {
        return sessions.stream().anyMatch(session -> ticks.stream().anyMatch(one -> named(one, session)));
    }

    private static boolean named(Selection one, FixSession session) {
        return one.isCompId(session.answers)
                || one.isCompId(session.asks)
                || session.from.stream().anyMatch(flow -> one.isAt(flow.from()));
    }

    /** Who both asks and answers. Where all is at one address only CompIDs tell. */
    private static Set<Object> applications(List<FixSession> sessions) {
        Set<Object> asking =
                sessions.stream().flatMap(session -> parties(session, false)).collect(Collectors.toSet());
        Set<Object> both =
                sessions.stream().flatMap(session -> parties(session, true)).collect(Collectors.toSet());
        both.retainAll(asking);
        return both;
    }

    private static Stream<Object> parties(FixSession session, boolean answering) {
        List<Object> parties = new ArrayList<>();
        parties.add(answering ? session.answers : session.asks);
        InetAddress from = session.first().from().getAddress();
        InetAddress to = session.first().to().getAddress();
        if (!from.equals(to)) {
            parties.add(answering ? from : to);
        }
        return parties.stream();
    }

    private static List<FixSession> sessions(CaptureSurvey survey) {
        Map<String, FixSession> sessions = new TreeMap<>(Comparator.naturalOrder());
        survey.connections().values().forEach(connection -> add(connection, sessions));
        return List.copyOf(sessions.values());
    }

    private static void add(FixConnection connection, Map<String, FixSession> sessions) {
        @Nullable Flow answers = connection.answers();
        if (answers == null) {
            return;
        }
        FixSide side = connection.side(answers);
        FixSession session = sessions.computeIfAbsent(
                side.target() + '\0' + side.sender(),
                key -> new FixSession(side.sender(), side.target(), new ArrayList<>(), new ArrayList<>()));
        session.from.add(answers);
        session.connections.add(connection);
    }

    private static void refuse(
            CaptureSurvey survey, List<FixSession> sessions, boolean ticks, List<FixSession> quotes) {
        if (ticks && !quotes.isEmpty()) {
            return;
        }
        List<Problem> found = new ArrayList<>();
        String missing = ticks
                ? "no FIX session in which clients get prices (35=W, X, S, i) is found"
                : sessions.isEmpty()
                        ? "neither ticks nor prices are found"
                        : "which FIX sessions are ticks is not clear";
        String tls = survey.tls().isEmpty() ? "" : "; " + tls(survey.tls());
        found.add(Problem.ofFault(missing + tls
                + "; --ticks ADDRESS[,sbe|fix] and --quotes ADDRESS say what is what, by HOST:PORT, :PORT or CompID"));
        sessions.stream()
                .limit(MOST_LISTED)
                .map(session -> Problem.ofFault(session.words()))
                .forEach(found::add);
        throw new Refusal(ExitStatus.BAD_INPUT, found);
    }

    /** In words: which connections cannot be read. */
    static String tls(List<Flow> encrypted) {
        Set<String> ports = new HashSet<>();
        encrypted.forEach(flow ->
                ports.add((flow.forward() ? flow.to() : flow.from()).toString().replace("/", "")));
        long connections = encrypted.stream().mapToInt(Flow::number).distinct().count();
        return Counted.of(connections, "connection") + " to "
                + ports.stream().sorted().limit(MOST_LISTED).collect(Collectors.joining(", "))
                + (connections == 1 ? " is" : " are") + " TLS and cannot be read";
    }
}
