package org.ticktoquote.analysis.measures;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.TickSupport;

/**
 * Values and outcomes of some ticks of a run, and what their client latencies are, which it writes into the results. Parts
 * of other ticks can be added in any order. Not thread-safe.
 */
final class TickValueCounts {
    /** Their support is that of the statistics of one value a tick. */
    private static final Set<Latency> OF_CLIENTS =
            EnumSet.of(Latency.RESPONSE, Latency.FIRST_CLIENT, Latency.MEDIAN_CLIENT, Latency.LAST_CLIENT);

    private static final Latency[] LATENCIES = Latency.values();
    /** Ticks whose records stay near while one series after the other takes them. */
    private static final long BLOCK = 512;

    private final TickResults results;
    private final TickValues values;
    /** Of one value a tick. */
    private final Map<Latency, Distribution> perTick = new EnumMap<>(Latency.class);

    private final Distribution service;
    private final @Nullable Distribution published;
    /** Of the latencies of which no statistics are kept. */
    private final Map<Latency, TickSupport> support = new EnumMap<>(Latency.class);

    private final List<Group> sessions;
    private final List<Group> pairs;
    private long dueTicks;

    TickValueCounts(TickResults results, TickResults other, MatchPlan plan, boolean modelKnown, Basis basis) {
        this.results = results;
        this.values = new TickValues(results, other);
        this.service = empty(Latency.SERVICE, plan, modelKnown);
        this.published = modelKnown ? null : empty(Latency.RESPONSE_PUBLISHED, plan, false);
        for (Latency latency : LATENCIES) {
            if (latency.compareTo(Latency.FIRST_CLIENT) >= 0) {
                perTick.put(latency, empty(latency, plan, modelKnown));
            }
            if (!OF_CLIENTS.contains(latency) && !(modelKnown && latency == Latency.RESPONSE_PUBLISHED)) {
                support.put(latency, new TickSupport());
            }
        }
        this.sessions = Stream.generate(() -> group("session", plan, basis))
                .limit(plan.sessions().size())
                .toList();
        this.pairs = Stream.generate(() -> group("pair", plan, basis))
                .limit(plan.instruments())
                .toList();
    }

    static Distribution empty(Latency latency, MatchPlan plan, boolean modelKnown) {
        boolean dueUnknown = !modelKnown && (latency == Latency.RESPONSE || latency == Latency.SERVICE);
        String label = dueUnknown ? latency.label() + " (due unknown, all)" : latency.label();
        return new Distribution(latency.field(), label, plan.uncertaintyNs());
    }

    static Group group(String of, MatchPlan plan, Basis basis) {
        return new Group(new Distribution("responseNs", "response of one " + of, plan.uncertaintyNs()), basis);
    }

    /** The ticks from one to before another. */
    void addTicks(long from, long to) {
        for (long tickId = from; tickId < to; tickId++) {
            addTick(tickId);
        }
    }

    private void addTick(long tickId) {
        values.load(tickId);
        results.clients(
                tickId,
                values.worst(Latency.FIRST_CLIENT),
                values.worst(Latency.MEDIAN_CLIENT),
                values.worst(Latency.LAST_CLIENT),
                values.lostSessions());
        dueTicks += results.dueTiers(tickId) != 0 ? 1 : 0;
        Group pair = pairs.get(results.instrumentId(tickId));
        pair.add(values);
        count(pair.support(), values.worst(Latency.RESPONSE));
        service.record(values.answers(), values.answered(), -values.sentAfterNs());
        service.censor(values.lostSessions());
        long[] cells = values.cells();
        for (int session = 0; session < cells.length; session++) {
            if (cells[session] != ResultCell.NOT_PLANNED) {
                addCell(cells[session], sessions.get(session));
            }
        }
        for (Latency latency : LATENCIES) {
            Distribution distribution = perTick.get(latency);
            if (distribution != null) {
                record(distribution, values.worst(latency));
            }
            TickSupport series = support.get(latency);
            if (series != null) {
                count(series, values.worst(latency));
            }
        }
    }

    private void addCell(long cell, Group session) {
        session.add(cell);
        if (published != null && ResultCell.published(cell)) {
            record(published, ResultCell.responseNs(cell));
        }
    }

    static void record(Distribution distribution, long value) {
        if (value == TickResults.LOST) {
            distribution.censor();
        } else if (value != TickResults.NONE) {
            distribution.record(value);
        }
    }

    private static void count(TickSupport series, long worst) {
        if (worst != TickResults.NONE) {
            series.count(worst);
        }
    }

    /** Adds what was counted of other ticks. */
    void add(TickValueCounts part) {
        perTick.forEach((latency, one) -> one.add(part.required(latency)));
        service.add(part.service);
        if (published != null && part.published != null) {
            published.add(part.published);
        }
        support.forEach((latency, one) -> one.add(part.support(latency)));
        add(sessions, part.sessions);
        add(pairs, part.pairs);
        dueTicks += part.dueTicks;
    }

    /** All ticks were counted: the values of a session are its series. */
    void counted() {
        sessions.forEach(session -> session.support()
                .add(session.values().histogram(), session.values().censored()));
    }

    private static void add(List<Group> to, List<Group> more) {
        for (int i = 0; i < to.size(); i++) {
            to.get(i).add(more.get(i));
            to.get(i).support().add(more.get(i).support());
        }
    }

    /**
     * Counts the episodes of every so many-th series over all ticks, after all values are counted: threads may do so at
     * once, each with another first one.
     */
    void addEpisodes(TickResults other, int first, int every) {
        TickValues own = new TickValues(results, other);
        List<Latency> latencies = everyOf(List.copyOf(support.keySet()), first, every);
        long[] intendedNs = new long[(int) BLOCK];
        for (long from = 1; from <= results.ticks(); from += BLOCK) {
            long to = Math.min(results.ticks() + 1, from + BLOCK);
            for (long tickId = from; tickId < to; tickId++) {
                intendedNs[(int) (tickId - from)] = results.intendedNs(tickId);
                addTickEpisodes(own, tickId, latencies, results.instrumentId(tickId) % every == first);
            }
            for (int session = first; session < sessions.size(); session += every) {
                addSessionEpisodes(session, from, to, intendedNs);
            }
        }
    }

    private void addTickEpisodes(TickValues own, long tickId, List<Latency> latencies, boolean pairIsOwn) {
        if (!pairIsOwn && latencies.isEmpty()) {
            return;
        }
        own.load(tickId);
        long intendedNs = results.intendedNs(tickId);
        if (pairIsOwn) {
            episode(pairs.get(results.instrumentId(tickId)).support(), intendedNs, own.worst(Latency.RESPONSE));
        }
        for (Latency latency : latencies) {
            episode(support(latency), intendedNs, own.worst(latency));
        }
    }

    private void addSessionEpisodes(int session, long from, long to, long... intendedNs) {
        TickSupport series = sessions.get(session).support();
        for (long tickId = from; tickId < to; tickId++) {
            long response = TickValues.response(results.cell(tickId, session));
            episode(series, intendedNs[(int) (tickId - from)], response);
        }
    }

    private static <T> List<T> everyOf(List<T> all, int first, int every) {
        return Stream.iterate(first, i -> i < all.size(), i -> i + every)
                .map(all::get)
                .toList();
    }

    private static void episode(TickSupport series, long intendedNs, long worst) {
        if (worst != TickResults.NONE) {
            series.tick(intendedNs, worst);
        }
    }

    /** The values of a latency that is kept here; null where it is not. */
    @Nullable
    Distribution distribution(Latency latency) {
        return switch (latency) {
            case SERVICE -> service;
            case RESPONSE_PUBLISHED -> published;
            default -> perTick.get(latency);
        };
    }

    private Distribution required(Latency latency) {
        return Objects.requireNonNull(perTick.get(latency), latency.field());
    }

    TickSupport support(Latency latency) {
        return Objects.requireNonNull(support.get(latency), latency.field());
    }

    /** By position in the plan. */
    List<Group> sessions() {
        return sessions;
    }

    /** By instrument id. */
    List<Group> pairs() {
        return pairs;
    }

    /** Ticks that are due for at least one tier. */
    long dueTicks() {
        return dueTicks;
    }
}
