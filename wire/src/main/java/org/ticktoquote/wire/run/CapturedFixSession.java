package org.ticktoquote.wire.run;

import java.net.InetAddress;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.stream.StreamDirection;

/**
 * FIX session that carries prices, over one connection or several successive ones.
 *
 * @param answers CompID of the side that sends prices
 * @param asks CompID of the side that requests them
 */
public record CapturedFixSession(String answers, String asks, List<Connection> connections) {
    private static final FixSide NOTHING = new FixSide(new FieldReader(FixSide.TAGS), true);

    /**
     * A connection.
     *
     * @param from direction with most of the prices
     * @param answers side that sends them
     * @param asks other side
     */
    record Connection(StreamDirection from, FixSide answers, FixSide asks) {
        static Connection of(Map<StreamDirection, FixSide> sides) {
            Map.Entry<StreamDirection, FixSide> most =
                    Collections.max(sides.entrySet(), Comparator.comparingLong(side -> side.getValue().prices));
            FixSide answers = most.getValue();
            Stream<FixSide> others = sides.values().stream().filter(side -> side != answers);
            return new Connection(most.getKey(), answers, others.findFirst().orElse(NOTHING));
        }

        /** Returns whether a selection names the address of the side that sends prices, or host and port of the other side. */
        boolean isOf(Selection one) {
            return one.isAt(from.from()) || one.isAt(from.to()) && !one.text().startsWith(":");
        }

        /**
         * Returns whether this consists of a few segments of the other connection, with damaged addresses. They lie within its
         * time, do not include its start, and have no answer.
         */
        private boolean isDamageOf(Connection other) {
            boolean isWithin = answers.firstNs > other.answers.firstNs && answers.lastNs < other.answers.lastNs;
            return isWithin && answers.prices * 20 < other.answers.prices && !from.fromStart() && asks.messages == 0;
        }
    }

    /** Port of the server, which tells sessions with the same CompIDs apart; 0 if unknown. */
    public int port() {
        return connections.get(0).from.server().getPort();
    }

    /** Returns whether a selection names this session, by a CompID or by the address that its prices come from. */
    boolean is(Selection one) {
        return one.text().equals(asks) || isFrom(one);
    }

    /** Leaves out segments with damaged addresses, which look like connections. */
    CapturedFixSession undamaged() {
        return where(each -> connections.stream().noneMatch(each::isDamageOf));
    }

    /** Returns whether a selection names the side that sends prices. */
    public boolean isFrom(Selection one) {
        return one.text().equals(answers) || connections.stream().anyMatch(each -> one.isAt(each.from.from()));
    }

    /**
     * Returns whether {@code --quotes} selects this session, by the side that sends prices or by the client. A CompID
     * can name the client only if no session sends prices under it.
     */
    boolean isQuotes(List<Selection> by, List<CapturedFixSession> all) {
        boolean isClient = all.stream().noneMatch(session -> session.answers.equals(asks));
        Predicate<Selection> isNamed = isClient ? this::is : this::isFrom;
        return by.stream().anyMatch(isNamed.or(one -> connections.stream().anyMatch(each -> each.isOf(one))));
    }

    /** Keeps only the connections named by address, unless the session is named by a CompID. */
    CapturedFixSession chosen(List<Selection> by) {
        Predicate<Selection> isWhole =
                one -> one.text().equals(answers) || one.text().equals(asks);
        boolean whole = by.isEmpty() || by.stream().anyMatch(isWhole);
        return where(each -> whole || by.stream().anyMatch(each::isOf));
    }

    CapturedFixSession where(Predicate<Connection> wanted) {
        return new CapturedFixSession(
                answers, asks, connections.stream().filter(wanted).toList());
    }

    /**
     * Returns the names of the side that requests or sends prices on a connection: its CompID, and its address unless both
     * sides have the same address.
     */
    Set<Object> party(Connection over, boolean asking) {
        String compId = asking ? asks : answers;
        InetAddress sender = over.from.from().getAddress();
        InetAddress receiver = over.from.to().getAddress();
        return sender.equals(receiver) ? Set.of(compId) : Set.of(compId, asking ? receiver : sender);
    }

    Stream<Set<Object>> parties(boolean asking) {
        return connections.stream().map(each -> party(each, asking));
    }

    /** Returns whether a requesting or a sending side has one of the names. */
    boolean has(boolean asking, Set<Object> names) {
        return parties(asking).anyMatch(party -> !Collections.disjoint(party, names));
    }

    /** Messages with prices (35=W, X, S, i). */
    public long prices() {
        return sum(each -> each.answers.prices);
    }

    /** Entries (269) of its prices. */
    public long entries() {
        return sum(each -> each.answers.entries);
    }

    /** Other messages of the side that sends prices. */
    public long others() {
        return sum(each -> each.answers.messages - each.answers.prices);
    }

    /** Messages of the side that requests prices. */
    public long received() {
        return sum(each -> each.asks.messages);
    }

    private long sum(ToLongFunction<Connection> count) {
        return connections.stream().mapToLong(count).sum();
    }

    /** Names of its pairs: those requested, and those in prices. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        connections.forEach(each -> {
            names.addAll(each.asks.requestedNames());
            names.addAll(each.answers.names());
        });
        return names;
    }

    /** Describes the addresses between which its prices are sent. */
    String ways() {
        Stream<String> ways = connections.stream()
                .map(each -> PacketAddress.text(each.from.from()) + " to " + PacketAddress.text(each.from.to()));
        return WireManifest.joined(ways.distinct().limit(Roles.MAX_LISTED));
    }

    /** Addresses that its prices come from, in the order of connections. */
    Stream<String> addresses() {
        return connections.stream()
                .map(each -> PacketAddress.text(each.from.from()))
                .distinct();
    }
}
