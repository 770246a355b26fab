package org.ticktoquote.harness.check;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.trace.MessageText;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.core.trace.MessageTrace.Passed;

/**
 * The messages that passed on both sides of an application, in their order.
 *
 * @param marketData by the replayer
 * @param quotes by the clients
 */
record SeenMessages(List<Passed> marketData, List<Passed> quotes) {
    static final int TYPE = 35;
    static final String LOGON = "A";
    private static final List<String> PRICES = List.of("W", "X", "S", "i");
    private static final int MOST_TALK = 10;

    static SeenMessages of(RunDirectory directory) {
        return new SeenMessages(
                MessageTrace.read(directory.trace(Role.REPLAYER)), MessageTrace.read(directory.trace(Role.CLIENTS)));
    }

    /** The first one of a session, of a type, that it sent or received. */
    Optional<Passed> first(String session, String type, boolean sent) {
        return first(session, passed -> passed.sent() == sent && type(passed).equals(type));
    }

    /** The first Logons of a session, its own and the answer, or the other way round. */
    List<Passed> logons(String session) {
        return Stream.of(first(session, LOGON, true), first(session, LOGON, false))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingLong(Passed::atNs))
                .toList();
    }

    /** The first one of a session that something is true of. */
    Optional<Passed> first(String session, Predicate<Passed> predicate) {
        return quotes.stream()
                .filter(passed -> passed.peer().equals(session))
                .filter(predicate)
                .findFirst();
    }

    /** How many messages with market data left; what else a FIX venue said is none. */
    long marketDataSent() {
        return marketData.stream()
                .filter(passed -> passed.sent() && (type(passed).isEmpty() || isPrice(passed)))
                .count();
    }

    /** The market data that left at a time or next after it. */
    Optional<Passed> sentFrom(long atNs) {
        return marketData.stream()
                .filter(passed -> passed.sent() && passed.atNs() >= atNs)
                .findFirst();
    }

    /**
     * What was said over one connection to a FIX venue before its market data: over the first one that got any, else over the
     * first. Nothing where the market data is no FIX.
     */
    List<Passed> venueTalk() {
        List<Passed> fix =
                marketData.stream().filter(passed -> !type(passed).isEmpty()).toList();
        String shown = fix.stream()
                .filter(SeenMessages::isPrice)
                .findFirst()
                .or(() -> fix.stream().findFirst())
                .map(Passed::peer)
                .orElse("");
        return fix.stream()
                .filter(passed -> passed.peer().equals(shown))
                .takeWhile(passed -> !isPrice(passed))
                .limit(MOST_TALK)
                .toList();
    }

    /** Whether it is market data of a FIX venue, or a client's price. */
    static boolean isPrice(Passed passed) {
        return PRICES.contains(type(passed));
    }

    /** CompIDs of the sessions that said anything, in their order. */
    List<String> sessions() {
        return quotes.stream().map(Passed::peer).distinct().sorted().toList();
    }

    static String type(Passed passed) {
        return MessageText.field(passed.text(), TYPE);
    }
}
