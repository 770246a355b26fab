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
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.SeriesValues;
import org.ticktoquote.analysis.statistics.TickSupport;

/**
 * Counts values and outcomes of some ticks of a run, and writes their client latencies to the results. Parts of other ticks
 * can be added in any order. Not thread-safe.
 */
final class TickValueCounts {
    /** Latencies whose support comes from the statistics of one value per tick. */
    private static final Set<Latency> OF_CLIENTS =
            EnumSet.of(Latency.RESPONSE, Latency.FIRST_CLIENT, Latency.MEDIAN_CLIENT, Latency.LAST_CLIENT);

    /** Work for the per-tick series in units of the work for one session. Balances the threads. */
    private static final int SESSIONS_FOR_TICKS = 8;

    private final TickResults results;
    private final TickResults other;
    private final Map<Latency, WorstOfTicks> perTick = new EnumMap<>(Latency.class);
    /** All per-tick latencies, and the latencies whose episodes are counted here. */
    private final WorstOfTicks[] worst;

    private final WorstOfTicks[] inEpisodes;

    private final Distribution service;
    private final @Nullable Distribution published;
    private final List<Group> sessions;
    private final List<Group> pairs;
    private long dueTicks;

    /** Worst value of each tick in one latency. */
    private record WorstOfTicks(Latency latency, Distribution values, TickSupport support) {
        void record(TickValues tick) {
            TickValueCounts.record(values, tick.worst(latency));
        }
    }

    TickValueCounts(TickResults results, TickResults other, MatchPlan plan, boolean modelKnown, Basis basis) {
        this.results = results;
        this.other = other;
        this.service = empty(Latency.SERVICE, plan, modelKnown);
        this.published = modelKnown ? null : empty(Latency.RESPONSE_PUBLISHED, plan, false);
        for (Latency latency : Latency.values()) {
            if (latency != Latency.RESPONSE && !(modelKnown && latency == Latency.RESPONSE_PUBLISHED)) {
                Distribution values = empty(latency, plan, modelKnown);
                perTick.put(latency, new WorstOfTicks(latency, values, new TickSupport()));
            }
        }
        this.worst = perTick.values().toArray(WorstOfTicks[]::new);
        this.inEpisodes = perTick.values().stream()
                .filter(each -> !OF_CLIENTS.contains(each.latency()))
                .toArray(WorstOfTicks[]::new);
        this.sessions = Stream.generate(() -> session(plan, basis))
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
        return new Group(response(of, plan), response("tick of one " + of, plan), basis);
    }

    private static Group session(MatchPlan plan, Basis basis) {
        Distribution response = response("session", plan);
        return new Group(response, response, basis);
    }

    private static Distribution response(String of, MatchPlan plan) {
        return new Distribution("responseNs", "response of one " + of, plan.uncertaintyNs());
    }

    /** Adds the ticks with ids from {@code from}, inclusive, to {@code to}, exclusive. */
    void addTicks(long from, long to) {
        TickValues values = new TickValues(results, other, from, to);
        TickBlock block = values.block();
        long[] room = new long[block.most()];
        while (values.nextBlock()) {
            for (int place = 0; place < block.size(); place++) {
                values.load(place);
                addTick(values, place);
            }
            for (int session = 0; session < block.sessions(); session++) {
                sessions.get(session).add(block, session, room);
            }
        }
    }

    private void addTick(TickValues values, int place) {
        TickBlock block = values.block();
        results.setClients(
                block.tickId(place),
                values.worst(Latency.FIRST_CLIENT),
                values.worst(Latency.MEDIAN_CLIENT),
                values.worst(Latency.LAST_CLIENT),
                values.lostSessions());
        dueTicks += block.dueTiers(place) != 0 ? 1 : 0;
        pairs.get(block.instrumentId(place)).add(values, place);
        service.record(values.answers(), values.answered(), -values.sentAfterNs());
        service.censor(values.lostSessions());
        if (published != null) {
            addPublished(published, block, place);
        }
        for (WorstOfTicks each : worst) {
            each.record(values);
        }
    }

    private static void addPublished(Distribution published, TickBlock block, int place) {
        for (int session = 0; session < block.sessions(); session++) {
            long cell = block.cell(place, session);
            if (ResultCell.published(cell)) {
                published.record(ResultCell.responseNs(cell));
            }
        }
    }

    static void record(Distribution distribution, long value) {
        if (value == TickResults.LOST) {
            distribution.censor();
        } else if (value != TickResults.NONE) {
            distribution.record(value);
        }
    }

    void add(TickValueCounts part) {
        for (WorstOfTicks each : worst) {
            each.values().add(part.of(each.latency()).values());
        }
        service.add(part.service);
        if (published != null && part.published != null) {
            published.add(part.published);
        }
        add(sessions, part.sessions);
        add(pairs, part.pairs);
        dueTicks += part.dueTicks;
    }

    void counted() {
        for (WorstOfTicks each : inEpisodes) {
            each.support().add(each.values().histogram(), each.values().censored());
        }
        sessions.forEach(Group::counted);
        pairs.forEach(Group::counted);
    }

    private static void add(List<Group> to, List<Group> more) {
        for (int i = 0; i < to.size(); i++) {
            to.get(i).add(more.get(i));
        }
    }

    /**
     * Counts the episodes of one part of the series over all ticks, after all values are counted. Threads can count
     * different parts concurrently. The first part has the per-tick series; every part has adjacent sessions, whose cells
     * are read together.
     */
    void addEpisodes(int part, int parts) {
        TickValues values = new TickValues(results, other, 1, results.ticks() + 1);
        TickBlock block = values.block();
        int from = firstSession(part, parts);
        int to = firstSession(part + 1, parts);
        while (values.nextBlock()) {
            if (part == 0) {
                addTickEpisodes(values);
            }
            for (int session = from; session < to; session++) {
                addSessionEpisodes(block, session);
            }
        }
    }

    private int firstSession(int part, int parts) {
        return Math.max(0, (sessions.size() + SESSIONS_FOR_TICKS) * part / parts - SESSIONS_FOR_TICKS);
    }

    private void addTickEpisodes(TickValues values) {
        TickBlock block = values.block();
        for (int place = 0; place < block.size(); place++) {
            values.load(place);
            long intendedNs = block.intendedNs(place);
            TickSupport pair = pairs.get(block.instrumentId(place)).support();
            episode(pair, intendedNs, values.worst(Latency.RESPONSE));
            for (WorstOfTicks each : inEpisodes) {
                episode(each.support(), intendedNs, values.worst(each.latency()));
            }
        }
    }

    private void addSessionEpisodes(TickBlock block, int session) {
        TickSupport series = sessions.get(session).support();
        for (int place = 0; place < block.size(); place++) {
            episode(series, block.intendedNs(place), TickValues.response(block.cell(place, session)));
        }
    }

    private static void episode(TickSupport series, long intendedNs, long worst) {
        if (worst != TickResults.NONE) {
            series.tick(intendedNs, worst);
        }
    }

    /** Returns the distribution of a latency; null if it is not kept here. */
    @Nullable
    Distribution distribution(Latency latency) {
        return switch (latency) {
            case SERVICE -> service;
            case RESPONSE_PUBLISHED -> published;
            default -> of(latency).values();
        };
    }

    /** Returns the value counts of a client over all due ticks. */
    SeriesValues values(TickBlock.ClientRank client) {
        Distribution values = of(switch (client) {
                    case FIRST -> Latency.FIRST_CLIENT;
                    case MEDIAN -> Latency.MEDIAN_CLIENT;
                    case LAST -> Latency.LAST_CLIENT;
                })
                .values();
        return new SeriesValues(values.histogram(), values.censored(), values.maximum());
    }

    private WorstOfTicks of(Latency latency) {
        return Objects.requireNonNull(perTick.get(latency), latency.field());
    }

    /** Returns the support of a latency without statistics. */
    TickSupport support(Latency latency) {
        return of(latency).support();
    }

    /** Returns the groups by position in the plan. */
    List<Group> sessions() {
        return sessions;
    }

    /** Returns the groups by instrument id. */
    List<Group> pairs() {
        return pairs;
    }

    /** Returns the ticks that are due for at least one tier. */
    long dueTicks() {
        return dueTicks;
    }
}
