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

    /** The market data that left at a time or next after it. */
    Optional<Passed> sentFrom(long atNs) {
        return marketData.stream()
                .filter(passed -> passed.sent() && passed.atNs() >= atNs)
                .findFirst();
    }

    /** What a venue was asked, and answered, before its market data: nothing where the market data is no FIX. */
    List<Passed> venueTalk() {
        return marketData.stream()
                .filter(passed -> List.of("A", "V", "Y", "5", "3", "j").contains(type(passed)))
                .toList();
    }

    /** CompIDs of the sessions that said anything, in their order. */
    List<String> sessions() {
        return quotes.stream().map(Passed::peer).distinct().sorted().toList();
    }

    static String type(Passed passed) {
        return MessageText.field(passed.text(), TYPE);
    }
}
