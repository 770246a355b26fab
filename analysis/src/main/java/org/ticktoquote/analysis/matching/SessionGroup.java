package org.ticktoquote.analysis.matching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Sessions that one thread matches. Sessions are independent, so grouping does not change the outcome.
 *
 * @param sessions positions in the plan
 */
public record SessionGroup(List<Integer> sessions) {
    public SessionGroup {
        sessions = List.copyOf(sessions);
    }

    public static SessionGroup all(int sessions) {
        return new SessionGroup(IntStream.range(0, sessions).boxed().toList());
    }

    /**
     * Divides the sessions into at most {@code most} groups, at least one, of about equal weight. Keeps sessions with the
     * same tiers together, so that few expected prices are stored twice.
     *
     * @param tiers tier numbers by session, then by instrument
     * @param weight relative cost of the session at a position, at least 0
     */
    public static List<SessionGroup> of(List<List<Integer>> tiers, int most, IntToLongFunction weight) {
        List<Integer> sessions = IntStream.range(0, tiers.size())
                .boxed()
                .sorted(Comparator.comparing(
                        (Integer session) -> tiers.get(session).toString()))
                .toList();
        long whole = sessions.stream().mapToLong(weight::applyAsLong).sum();
        List<List<Integer>> groups = new ArrayList<>();
        long before = 0;
        long group = -1;
        for (int session : sessions) {
            long weighs = weight.applyAsLong(session);
            long middle = 2 * before + weighs;
            long own = whole == 0 ? 0 : Math.min(most - 1L, middle * most / (2 * whole));
            if (own != group) {
                groups.add(new ArrayList<>());
                group = own;
            }
            groups.get(groups.size() - 1).add(session);
            before += weighs;
        }
        return groups.isEmpty()
                ? List.of(new SessionGroup(List.of()))
                : groups.stream().map(SessionGroup::new).toList();
    }

    @Override
    public String toString() {
        return sessions.toString();
    }
}
