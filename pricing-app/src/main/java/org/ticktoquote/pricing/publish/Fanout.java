package org.ticktoquote.pricing.publish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.ObjLongConsumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.pipeline.Component;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.pipeline.Lane;
import org.ticktoquote.pricing.pipeline.Port;
import org.ticktoquote.pricing.pipeline.Threads;
import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;
import org.ticktoquote.pricing.publish.Throttle.Slices;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.Truth;

/** Components 10 and 11, which turn priced ticks and subscriptions into messages. Both are sharded by session. */
public final class Fanout {
    private final int tiers;
    private final Slices slices;
    private final Faults faults;
    private final ClientSessions sessions;
    private final Truth truth;
    private final NanoClock clock;
    private final List<Publisher> publishers = new ArrayList<>();

    /**
     * Inputs of the fan-out.
     *
     * @param endBatch action to run when no further tick is ready
     */
    public record Inputs(Input<PricedTick> ticks, Input<SubscriptionChange> changes, Runnable endBatch) {}

    public Fanout(int tiers, Slices slices, Faults faults, ClientSessions sessions, Truth truth, NanoClock clock) {
        this.tiers = tiers;
        this.slices = slices;
        this.faults = faults;
        this.sessions = sessions;
        this.truth = truth;
        this.clock = clock;
    }

    /** Runs both components on the calling thread, under a lock. Cannot hold quotes. */
    public Inputs inPlace() {
        Publisher publisher = publisher(Fanout::cannotWait, () -> false);
        Throttle throttle = throttle(new Throttle.Share(0, 1), Fanout::cannotWait, publisher);
        return new Inputs(
                priced -> {
                    synchronized (throttle) {
                        throttle.put(priced);
                    }
                },
                change -> {
                    synchronized (throttle) {
                        throttle.change(change);
                        publisher.endBatch();
                    }
                },
                () -> {
                    synchronized (throttle) {
                        publisher.endBatch();
                    }
                });
    }

    private static void cannotWait(Runnable work, long timeNs) {
        throw new IllegalStateException("nothing can be held here");
    }

    /**
     * Runs both components on the lanes of the layout.
     *
     * @param line null if quotes are never held
     * @param held true if priced ticks come from the delay line rather than from rounding
     * @param givingUp true when held quotes are to be abandoned
     */
    public Inputs on(Threads threads, @Nullable DelayLine line, boolean held, BooleanSupplier givingUp) {
        Port<Quote> publishers = threads.port(Component.PUBLISHER, lane -> publisher(threads, line, lane, givingUp));
        List<Lane> lanes = threads.lanesOf(Component.THROTTLE);
        List<Input<SubscriptionChange>> changes = new ArrayList<>();
        Port<PricedTick> throttles = threads.port(Component.THROTTLE, lane -> {
            Throttle throttle = throttle(
                    new Throttle.Share(lane, lanes.size()),
                    timer(line, lanes.get(lane)),
                    publishers.from(Component.THROTTLE, lane, Quote::session));
            changes.add(lanes.get(lane).to(throttle::change));
            return throttle;
        });
        return new Inputs(
                held ? throttles.broadcast() : throttles.broadcastFrom(Component.ROUNDING),
                change -> changes.get(change.session() % changes.size()).put(change),
                () -> {});
    }

    private Publisher publisher(Threads threads, @Nullable DelayLine line, int lane, BooleanSupplier givingUp) {
        Lane own = threads.lanesOf(Component.PUBLISHER).get(lane);
        ObjLongConsumer<Runnable> timer = timer(line, own);
        Publisher publisher = publisher((work, delayNs) -> timer.accept(work, clock.nanoTime() + delayNs), givingUp);
        own.atBatchEnd(publisher::endBatch);
        return publisher;
    }

    private Publisher publisher(ObjLongConsumer<Runnable> later, BooleanSupplier givingUp) {
        Publisher publisher = new Publisher(sessions, faults, later, givingUp, truth);
        publishers.add(publisher);
        return publisher;
    }

    /** Records the quotes that were never sent. Call after all threads have ended. */
    public void abandon() {
        publishers.forEach(Publisher::abandon);
    }

    /** Returns a timer that runs work on a lane's thread. It fails if there is no delay line. */
    private static ObjLongConsumer<Runnable> timer(@Nullable DelayLine line, Lane own) {
        return line == null ? Fanout::cannotWait : (work, timeNs) -> line.schedule(timeNs, own.to(Runnable::run), work);
    }

    private Throttle throttle(Throttle.Share share, ObjLongConsumer<Runnable> timer, Input<Quote> next) {
        return new Throttle(share, tiers, slices, timer, sessions, next, truth, clock);
    }

    /**
     * Component 11: sends quotes, in order per session, and records the fate of each.
     *
     * <p>Quotes are sent at the end of their batch. Injects the configured faults. With faults, each quote is sent separately. A
     * quote whose session is logged off, or has logged on again since, is only recorded. This is not an error.
     */
    static final class Publisher implements Input<Quote> {
        private final ClientSessions sessions;
        private final Faults faults;
        private final ObjLongConsumer<Runnable> later;
        private final Truth truth;
        private final BooleanSupplier ending;
        /** Quotes that wait for the end of a batch, by session. */
        private final List<List<Quote>> waiting = new ArrayList<>();

        private final List<List<Quote>> touched = new ArrayList<>();
        private final Map<Integer, Long> sentBySession = new HashMap<>();
        /** Quotes held by the fault {@code reorder} until the next quote of their session and pair has been sent. */
        private final Map<SessionPair, Quote> reordered = new HashMap<>();
        /** Last due quotes, for the fault {@code old-price}. */
        private final Map<SessionPair, Quote> lastDue = new HashMap<>();

        private record SessionPair(int session, int instrumentId) {
            static SessionPair of(Quote quote) {
                return new SessionPair(
                        quote.session(), quote.priced().instrument().id());
            }
        }

        /**
         * Creates a publisher.
         *
         * @param later runs work on the publisher's thread after a delay, in nanoseconds
         * @param ending true when held quotes are to be abandoned
         */
        public Publisher(
                ClientSessions sessions,
                Faults faults,
                ObjLongConsumer<Runnable> later,
                BooleanSupplier ending,
                Truth truth) {
            this.sessions = sessions;
            this.faults = faults;
            this.later = later;
            this.truth = truth;
            this.ending = ending;
            for (int session = 0; session < sessions.count(); session++) {
                waiting.add(new ArrayList<>());
            }
        }

        @Override
        public void put(Quote due) {
            if (faults.none()) {
                transmit(due);
                return;
            }
            Quote before = lastDue.put(SessionPair.of(due), due);
            Quote quote = before != null && faults.showsOldPrice(due) ? due.withPricesOf(before) : due;
            if (faults.drops(quote)) {
                quote.report(truth, Fate.DROPPED_BY_FAULT);
                return;
            }
            if (faults.reorders(quote) && reordered.putIfAbsent(SessionPair.of(quote), quote) == null) {
                return;
            }
            long delayNs = faults.delayNs(quote.session());
            if (delayNs > 0) {
                later.accept(() -> transmit(quote), delayNs);
            } else {
                transmit(quote);
            }
        }

        /** Sends a due quote at the end of the batch, or at once if faults are configured. Called on the publisher's thread. */
        public void transmit(Quote quote) {
            if (faults.none()) {
                add(quote);
                return;
            }
            Fate fate = sendNow(quote, quote.image() ? Fate.IMAGE : Fate.SENT);
            Quote older = reordered.remove(SessionPair.of(quote));
            if (older != null) {
                sendNow(older, Fate.REORDERED_BY_FAULT);
            }
            if (fate == Fate.SENT) {
                if (faults.duplicates(quote)) {
                    sendNow(quote, Fate.DUPLICATE_BY_FAULT);
                }
                if (faults.disconnects(quote.session(), sentBySession.merge(quote.session(), 1L, Long::sum))) {
                    sessions.disconnect(quote.session(), "--fault disconnect");
                }
            }
        }

        /** Sends the waiting quotes, with one write per session. */
        public void endBatch() {
            for (List<Quote> quotes : touched) {
                send(quotes);
                quotes.clear();
            }
            touched.clear();
        }

        /** Records quotes still held for reordering as abandoned. Call after the last quote. */
        void abandon() {
            reordered.values().forEach(quote -> quote.report(truth, Fate.ABANDONED));
            reordered.clear();
        }

        private void add(Quote quote) {
            List<Quote> own = waiting.get(quote.session());
            if (own.isEmpty()) {
                touched.add(own);
            }
            own.add(quote);
        }

        /** Sends quotes of a session as consecutive messages with one write, and records their fates. */
        private void send(List<Quote> quotes) {
            ClientSessions.Sent sent = null;
            Fate lost = lost();
            if (lost != Fate.ABANDONED) {
                forgetOlderLogons(quotes);
                sent = quotes.isEmpty() ? null : sessions.send(quotes);
            }
            for (int i = 0; i < quotes.size(); i++) {
                Quote quote = quotes.get(i);
                if (sent == null) {
                    reportLost(quote, lost);
                } else {
                    quote.report(truth, quote.image() ? Fate.IMAGE : Fate.SENT, sent.outNs(), sent.firstSequence() + i);
                }
            }
        }

        private void forgetOlderLogons(List<Quote> quotes) {
            int logon = sessions.logon(quotes.get(0).session());
            quotes.removeIf(quote -> {
                boolean over = quote.subscription().logon() != logon;
                if (over) {
                    reportLost(quote, Fate.NOT_LOGGED_ON);
                }
                return over;
            });
        }

        /** Records that a quote was not sent. Omits an image, because the session has another record of its tick. */
        private void reportLost(Quote quote, Fate lost) {
            if (!quote.image()) {
                quote.report(truth, lost);
            }
        }

        /**
         * Sends the waiting quotes, then this quote. Returns its fate. Records the fate, except for an image or a duplicate that
         * could not be sent.
         */
        private Fate sendNow(Quote quote, Fate fate) {
            endBatch();
            ClientSessions.@Nullable Sent sent = null;
            Fate lost = lost();
            boolean present =
                    sessions.logon(quote.session()) == quote.subscription().logon();
            if (lost != Fate.ABANDONED && present) {
                sent = sessions.send(List.of(quote));
            }
            if (sent != null) {
                quote.report(truth, fate, sent.outNs(), sent.firstSequence());
                return fate;
            }
            if (!fate.extra()) {
                quote.report(truth, lost);
            }
            return lost;
        }

        private Fate lost() {
            return ending.getAsBoolean() ? Fate.ABANDONED : Fate.NOT_LOGGED_ON;
        }
    }
}
