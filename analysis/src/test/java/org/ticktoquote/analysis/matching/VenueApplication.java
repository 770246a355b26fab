package org.ticktoquote.analysis.matching;

import static org.ticktoquote.core.journal.SnapshotRecord.DISCONNECTED;
import static org.ticktoquote.core.journal.SnapshotRecord.LOGGED_ON;
import static org.ticktoquote.core.journal.SnapshotRecord.NO_ID;
import static org.ticktoquote.core.journal.SnapshotRecord.ORDERED_DOWN;
import static org.ticktoquote.core.journal.SnapshotRecord.SNAPSHOT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ticktoquote.core.journal.TickRecord;

/**
 * A simulated application with a thread per venue, one pair and several sessions, and its true answers. Each venue has its own
 * path. A quote contains all ticks of every venue consumed before it was made.
 */
final class VenueApplication {
    static final long NEVER = Long.MAX_VALUE;

    /** Which tick a quote names. */
    enum Echo {
        LAST_TAKEN,
        HIGHEST
    }

    /** Ids of warm-up ticks are below 1, counted back from the first measured tick. */
    record Tick(long id, long intendedNs, long sentNs, int venue, int flags, long price) {
        boolean leaves() {
            return (flags & (TickRecord.NOT_SUBSCRIBED | TickRecord.SUBSCRIBER_DISCONNECTED)) == 0;
        }

        boolean due() {
            return id > 0 && (flags & TickRecord.NOT_SUBSCRIBED) == 0;
        }
    }

    /** A snapshot contains the ticks of each venue up to a given one. */
    record Event(long madeNs, long receivedNs, int kind, long id, boolean possDup, long[] shown) {
        static Event of(long atNs, int kind) {
            return new Event(atNs, atNs, kind, 0, false, null);
        }

        Event readBy(long clockNs) {
            return new Event(madeNs, receivedNs + clockNs, kind, id, possDup, shown);
        }
    }

    private record Taken(long atNs, Tick tick) {}

    /** Random behaviour of an application. */
    record Habits(
            Echo echo,
            boolean bestOfVenues,
            long[] conflationNs,
            double drop,
            double repeat,
            double unnamed,
            double down) {
        static Habits of(RandomGenerator random, int sessions) {
            long[] conflationNs = new long[sessions];
            Arrays.setAll(conflationNs, i -> random.nextBoolean() ? 0 : 5 + random.nextInt(30));
            return new Habits(
                    Echo.values()[random.nextInt(2)],
                    random.nextBoolean(),
                    conflationNs,
                    random.nextInt(3) == 0 ? 0.2 : 0,
                    random.nextInt(4) == 0 ? 0.2 : 0,
                    random.nextInt(8) == 0 ? 0.1 : 0,
                    0);
        }

        /** The harness orders sessions down. */
        Habits ordered() {
            return new Habits(echo, bestOfVenues, conflationNs, drop, repeat, unnamed, 1);
        }

        /** Each due tick is published at once, and nothing is lost. */
        static Habits plain(RandomGenerator random, int sessions) {
            return new Habits(Echo.values()[random.nextInt(2)], false, new long[sessions], 0, 0, 0, 0);
        }
    }

    final List<Tick> ticks = new ArrayList<>();
    final List<List<Event>> sessions = new ArrayList<>();
    private final int venues;
    private final Habits habits;
    private final RandomGenerator random;
    private final List<Taken> taken;

    VenueApplication(RandomGenerator random, int venues, Habits habits, boolean troubled) {
        this.random = random;
        this.venues = venues;
        this.habits = habits;
        market(troubled);
        this.taken = taken();
        for (int session = 0; session < habits.conflationNs().length; session++) {
            sessions.add(session(habits.conflationNs()[session], troubled && random.nextInt(6) == 0));
        }
    }

    private void market(boolean troubled) {
        long now = 100;
        long intended = 100;
        int warmUp = random.nextInt(4);
        int count = warmUp + 2 + random.nextInt(11);
        for (int i = 0; i < count; i++) {
            now += random.nextInt(14);
            intended = Math.max(intended, now - random.nextInt(4));
            int flags = 0;
            if (troubled && i >= warmUp && random.nextInt(12) == 0) {
                flags = random.nextBoolean() ? TickRecord.NOT_SUBSCRIBED : TickRecord.SUBSCRIBER_DISCONNECTED;
            }
            int venue = random.nextInt(venues);
            ticks.add(new Tick(i + 1L - warmUp, intended, now, venue, flags, random.nextInt(6)));
        }
    }

    /** Ticks in the order of consumption, which is the sent order within a venue. */
    private List<Taken> taken() {
        long[] path = new long[venues];
        long[] last = new long[venues];
        Arrays.setAll(path, i -> random.nextInt(40));
        List<Taken> result = new ArrayList<>();
        for (Tick tick : ticks) {
            path[tick.venue()] += random.nextInt(15) == 0 ? 100 : 0;
            long at = Math.max(last[tick.venue()], tick.sentNs() + path[tick.venue()] + random.nextInt(10));
            last[tick.venue()] = at;
            if (tick.leaves()) {
                result.add(new Taken(at, tick));
            }
        }
        result.sort(Comparator.comparingLong(Taken::atNs));
        return result;
    }

    private List<Event> session(long conflationNs, boolean drops) {
        List<Event> events = new ArrayList<>();
        events.add(Event.of(1, LOGGED_ON));
        long[] state = before();
        Tick newest = null;
        long best = Long.MIN_VALUE;
        long[] tops = new long[venues];
        Arrays.fill(tops, Long.MIN_VALUE);
        Event waits = null;
        long slice = 0;
        for (Taken each : taken) {
            if (waits != null && each.atNs() >= slice) {
                send(waits, slice, events);
                waits = null;
            }
            Tick tick = each.tick();
            state[tick.venue()] = tick.id();
            tops[tick.venue()] = tick.price();
            newest = newest == null || habits.echo() == Echo.LAST_TAKEN || tick.id() > newest.id() ? tick : newest;
            long now = habits.bestOfVenues() ? Arrays.stream(tops).max().orElseThrow() : Long.MAX_VALUE;
            boolean changed = !habits.bestOfVenues() || now != best;
            best = now;
            if (!changed && waits == null) {
                continue;
            }
            Event quote = new Event(0, 0, SNAPSHOT, newest.id(), false, state.clone());
            if (conflationNs == 0) {
                send(quote, each.atNs(), events);
            } else {
                slice = waits == null ? (each.atNs() / conflationNs + 1) * conflationNs : slice;
                waits = quote;
            }
        }
        if (waits != null) {
            send(waits, slice, events);
        }
        long clockNs = random.nextInt(5) - 2L;
        return (drops ? dropped(events) : events)
                .stream().map(event -> event.readBy(clockNs)).toList();
    }

    private long[] before() {
        long[] state = new long[venues];
        Arrays.fill(state, Long.MIN_VALUE);
        return state;
    }

    private void send(Event quote, long atNs, List<Event> events) {
        long receivedNs = Math.max(events.get(events.size() - 1).receivedNs(), atNs + 1 + random.nextInt(6));
        boolean nameless = random.nextDouble() < habits.unnamed();
        if (random.nextDouble() >= habits.drop()) {
            events.add(new Event(atNs, receivedNs, SNAPSHOT, nameless ? NO_ID : quote.id(), false, quote.shown()));
        }
        if (random.nextDouble() < habits.repeat()) { // this one or an earlier one, possibly lost
            List<Event> sent =
                    events.stream().filter(event -> event.kind() == SNAPSHOT).toList();
            Event again = sent.isEmpty() || random.nextBoolean() ? quote : sent.get(random.nextInt(sent.size()));
            events.add(new Event(atNs, receivedNs + 1, SNAPSHOT, again.id(), true, again.shown()));
        }
    }

    /** Disconnects the session for a while, ordered or not, and then sends it the current state. */
    private List<Event> dropped(List<Event> events) {
        long from = 100 + random.nextInt(80);
        long to = from + 1 + random.nextInt(60);
        boolean ordered = random.nextDouble() < habits.down();
        List<Event> result = new ArrayList<>(
                events.stream().filter(event -> event.receivedNs() < from).toList());
        if (ordered) {
            result.add(Event.of(from, ORDERED_DOWN));
        }
        result.add(Event.of(from, DISCONNECTED));
        result.add(Event.of(to, LOGGED_ON));
        image(to).ifPresent(result::add);
        events.stream().filter(event -> event.madeNs() > to).forEach(result::add);
        return result;
    }

    private Optional<Event> image(long atNs) {
        long[] state = before();
        Tick newest = null;
        for (Taken each : taken) {
            if (each.atNs() <= atNs) {
                Tick tick = each.tick();
                state[tick.venue()] = tick.id();
                newest = newest == null || habits.echo() == Echo.LAST_TAKEN || tick.id() > newest.id() ? tick : newest;
            }
        }
        return Optional.ofNullable(newest).map(tick -> new Event(atNs, atNs, SNAPSHOT, tick.id(), false, state));
    }

    /** Returns the time of the first price that contains the tick or a later one of its venue. */
    long answeredNs(int session, Tick tick) {
        return sessions.get(session).stream()
                .filter(event -> event.shown() != null && event.shown()[tick.venue()] >= tick.id())
                .mapToLong(Event::receivedNs)
                .min()
                .orElse(NEVER);
    }
}
