package org.ticktoquote.analysis.matching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Sessions that are matched by one thread. No session depends on another: whatever the groups are, the outcome is the same.
 *
 * @param sessions by position in the plan
 */
public record SessionGroup(List<Integer> sessions) {
    public SessionGroup {
        sessions = List.copyOf(sessions);
    }

    /** All of them in one. */
    public static SessionGroup all(int sessions) {
        return new SessionGroup(IntStream.range(0, sessions).boxed().toList());
    }

    /**
     * At most so many groups of about the same weight, at least one. Sessions with the same tiers are neighbours, so that few expected
     * prices are kept twice.
     *
     * @param tiers by session, then by instrument
     * @param weight of a session, by position, at least 0
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
