package org.ticktoquote.harness.check;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;

/**
 * Messages on both sides of an application, in order.
 *
 * @param marketData messages of the replayer
 * @param quotes messages of the clients
 */
record TracedMessages(List<TracedMessage> marketData, List<TracedMessage> quotes) {
    static final int TYPE = 35;
    static final String LOGON = "A";
    static final String LOGOUT = "5";
    static final String REQUEST = "V";
    private static final List<String> REJECTS = List.of("Y", "AG", "j", "3");

    private static final List<String> PRICES = List.of("W", "X", "S", "i");
    private static final int SEQUENCE = 34;
    private static final int TEXT = 58;
    private static final int QUOTE_STATUS = 297;
    private static final int MAX_VENUE_MESSAGES = 10;

    static TracedMessages of(RunDirectory directory) {
        return new TracedMessages(
                MessageTrace.read(directory.trace(Role.REPLAYER)), MessageTrace.read(directory.trace(Role.CLIENTS)));
    }

    /** Returns the first message of a session with a type and direction. */
    Optional<TracedMessage> first(String session, String type, boolean sent) {
        return first(session, passed -> passed.sent() == sent && type(passed).equals(type));
    }

    /** Returns the first Logon of a session in each direction, ordered by time. */
    List<TracedMessage> logons(String session) {
        return present(first(session, LOGON, true), first(session, LOGON, false)).stream()
                .sorted(Comparator.comparingLong(TracedMessage::atNs))
                .toList();
    }

    /** Returns the first message of a session that matches. */
    Optional<TracedMessage> first(String session, Predicate<TracedMessage> predicate) {
        return quotes.stream()
                .filter(passed -> passed.peer().equals(session))
                .filter(predicate)
                .findFirst();
    }

    /** Returns the message with the price of a snapshot. */
    Optional<TracedMessage> of(BriefRun.Snapshot snapshot) {
        String sequence = Long.toString(snapshot.sequence());
        return first(
                MessageTrace.session(snapshot.session()),
                passed -> !passed.sent()
                        && isPrice(passed)
                        && passed.field(SEQUENCE).equals(sequence));
    }

    /** Counts the market data messages that were sent, without the other messages of a FIX venue. */
    long marketDataSent() {
        return sentTicks().count();
    }

    private Stream<TracedMessage> sentTicks() {
        return marketData.stream()
                .filter(passed -> passed.sent() && (type(passed).isEmpty() || isPrice(passed)));
    }

    /** Returns the first market data that the replayer sent at or after a time. */
    Optional<TracedMessage> sentFrom(long atNs) {
        return sentTicks().filter(passed -> passed.atNs() >= atNs).findFirst();
    }

    /**
     * Returns the messages before the first market data on one connection to a FIX venue: the first connection with market
     * data, else the first one. Empty if the market data is not FIX.
     */
    List<TracedMessage> venueHandshake() {
        List<TracedMessage> fix =
                marketData.stream().filter(passed -> !type(passed).isEmpty()).toList();
        String shown = fix.stream()
                .filter(TracedMessages::isPrice)
                .findFirst()
                .or(() -> fix.stream().findFirst())
                .map(TracedMessage::peer)
                .orElse("");
        return fix.stream()
                .filter(passed -> passed.peer().equals(shown))
                .takeWhile(passed -> !isPrice(passed))
                .limit(MAX_VENUE_MESSAGES)
                .toList();
    }

    /** Returns whether the message carries prices (35=W, X, S or i). */
    static boolean isPrice(TracedMessage passed) {
        return PRICES.contains(type(passed));
    }

    /** Returns whether the message rejects a request: 35=Y, AG, j, 3, or b with 297=5. */
    static boolean isReject(TracedMessage passed) {
        String type = type(passed);
        return REJECTS.contains(type)
                || type.equals("b") && passed.field(QUOTE_STATUS).equals("5");
    }

    /** Returns the CompIDs of the sessions with messages, sorted. */
    List<String> sessions() {
        return quotes.stream().map(TracedMessage::peer).distinct().sorted().toList();
    }

    static String type(TracedMessage passed) {
        return passed.field(TYPE);
    }

    /** Returns the text (58) of a message; empty if it has none. */
    static String text(TracedMessage passed) {
        return passed.field(TEXT);
    }

    static List<TracedMessage> present(Optional<TracedMessage> first, Optional<TracedMessage> second) {
        return Stream.of(first, second).flatMap(Optional::stream).toList();
    }
}
