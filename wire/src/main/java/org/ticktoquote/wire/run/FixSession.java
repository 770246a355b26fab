package org.ticktoquote.wire.run;

import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.stream.Flow;

/**
 * A FIX session in which prices come, over one connection or several one after another.
 *
 * @param answers CompID of the side that sends prices
 * @param asks CompID of the side that asks for them
 */
record FixSession(String answers, String asks, List<Connection> connections) {
    private static final FixSide NOTHING = new FixSide(true);

    /**
     * A connection.
     *
     * @param from the direction in which most prices come
     * @param answers the side that sends them
     * @param asks the other one
     */
    record Connection(Flow from, FixSide answers, FixSide asks) {
        static Connection of(Map<Flow, FixSide> sides) {
            Map.Entry<Flow, FixSide> most = sides.entrySet().iterator().next();
            for (Map.Entry<Flow, FixSide> side : sides.entrySet()) {
                most = side.getValue().prices() > most.getValue().prices() ? side : most;
            }
            FixSide answers = most.getValue();
            FixSide asks = sides.values().stream()
                    .filter(side -> side != answers)
                    .findFirst()
                    .orElse(NOTHING);
            return new Connection(most.getKey(), answers, asks);
        }

        long prices() {
            return answers.prices();
        }

        /** The port that was connected to: different ones serve different sessions of the same CompIDs. */
        int serverPort() {
            return (from.forward() ? from.to() : from.from()).getPort();
        }
    }

    Connection first() {
        return connections.get(0);
    }

    /** Whether a user means it, by a CompID or by where its prices come from. */
    boolean is(Selection one) {
        return one.isCompId(asks) || isFrom(one);
    }

    /** Whether a user means the side that sends prices. */
    boolean isFrom(Selection one) {
        return one.isCompId(answers) || connections.stream().anyMatch(each -> one.isAt(each.from.from()));
    }

    /** With those of its connections only that are named, unless its CompIDs are. */
    FixSession chosen(List<Selection> by) {
        boolean whole = by.isEmpty() || by.stream().anyMatch(one -> one.isCompId(answers) || one.isCompId(asks));
        return new FixSession(
                answers,
                asks,
                connections.stream()
                        .filter(each -> whole || by.stream().anyMatch(one -> one.isAt(each.from.from())))
                        .toList());
    }

    long prices() {
        return sum(Connection::prices);
    }

    long sum(ToLongFunction<Connection> count) {
        return connections.stream().mapToLong(count).sum();
    }

    /** Names of its pairs: those asked for, and those of its prices. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        connections.forEach(each -> {
            names.addAll(each.asks.requestedNames());
            names.addAll(each.answers.names());
        });
        return names;
    }

    /** Where its prices come from. */
    InetSocketAddress address() {
        return first().from.from();
    }
}
