package org.ticktoquote.pricing.publish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.Truth;

/**
 * Component 11: sends quotes, each session's in the order in which they come, and takes down what became of each.
 *
 * <p>Quotes wait for the end of the batch that they came in. Faults happen here; with any, each quote is sent by itself.
 * A session that is not, or no longer, the one that subscribed is recorded and is no error.
 */
public final class Publisher implements Inlet<Quote> {
    private final ClientSessions sessions;
    private final Faults faults;
    private final Later later;
    private final Truth truth;
    private final Batch batch;
    private final Map<Integer, Long> sentBySession = new HashMap<>();
    /** Those that the fault {@code reorder} keeps until the next one of their session and pair has left. */
    private final Map<Way, Quote> keptBack = new HashMap<>();
    /** For the fault {@code old-price}. */
    private final Map<Way, Quote> lastDue = new HashMap<>();

    private record Way(int session, int instrumentId) {
        static Way of(Quote quote) {
            return new Way(quote.session(), quote.priced().instrument().id());
        }
    }

    /** Calls {@link #transmit} on the publisher's thread after a delay. */
    @FunctionalInterface
    public interface Later {
        void after(long delayNs, Publisher publisher, Quote quote);
    }

    /** @param ending true from the moment when quotes that were held are to be given up */
    public Publisher(ClientSessions sessions, Faults faults, Later later, BooleanSupplier ending, Truth truth) {
        this.sessions = sessions;
        this.faults = faults;
        this.later = later;
        this.truth = truth;
        this.batch = new Batch(sessions, ending, truth);
    }

    @Override
    public void put(Quote due) {
        if (faults.none()) {
            transmit(due);
            return;
        }
        Quote before = lastDue.put(Way.of(due), due);
        Quote quote = before != null && faults.showsOldPrice(due) ? due.withPricesOf(before) : due;
        if (faults.drops(quote)) {
            quote.report(truth, Fate.DROPPED_BY_FAULT);
            return;
        }
        if (faults.reorders(quote) && keptBack.putIfAbsent(Way.of(quote), quote) == null) {
            return;
        }
        long delayNs = faults.delayNs(quote.session());
        if (delayNs > 0) {
            later.after(delayNs, this, quote);
        } else {
            transmit(quote);
        }
    }

    /** Sends a quote whose time has come, at the end of the batch; on the publisher's thread. */
    public void transmit(Quote quote) {
        if (faults.none()) {
            batch.add(quote);
            return;
        }
        Fate fate = batch.sendNow(quote, quote.image() ? Fate.IMAGE : Fate.SENT);
        Quote older = keptBack.remove(Way.of(quote));
        if (older != null) {
            batch.sendNow(older, Fate.REORDERED_BY_FAULT);
        }
        if (fate == Fate.SENT) {
            if (faults.duplicates(quote)) {
                batch.sendNow(quote, Fate.DUPLICATE_BY_FAULT);
            }
            if (faults.disconnects(quote.session(), sentBySession.merge(quote.session(), 1L, Long::sum))) {
                sessions.disconnect(quote.session(), "--fault disconnect");
            }
        }
    }

    /** Nothing more comes for the moment: what waits leaves, the quotes of a session with one write. */
    public void endBatch() {
        batch.send();
    }

    /** Takes down what was kept back to the end; once nothing is put any more. */
    void abandon() {
        keptBack.values().forEach(quote -> quote.report(truth, Fate.ABANDONED));
        keptBack.clear();
    }

    /**
     * The quotes that wait for the end of a batch, session by session, and what becomes of them.
     *
     * <p>Those of a session leave together, in one message after another and one write. One thread.
     */
    private static final class Batch {
        private final ClientSessions sessions;
        private final BooleanSupplier ending;
        private final Truth truth;
        private final List<List<Quote>> waiting = new ArrayList<>();
        private final List<List<Quote>> touched = new ArrayList<>();

        Batch(ClientSessions sessions, BooleanSupplier ending, Truth truth) {
            this.sessions = sessions;
            this.ending = ending;
            this.truth = truth;
            for (int session = 0; session < sessions.count(); session++) {
                waiting.add(new ArrayList<>());
            }
        }

        /** Behind all others of its session. */
        void add(Quote quote) {
            List<Quote> own = waiting.get(quote.session());
            if (own.isEmpty()) {
                touched.add(own);
            }
            own.add(quote);
        }

        /** Sends what waits. */
        void send() {
            for (List<Quote> quotes : touched) {
                send(quotes);
                quotes.clear();
            }
            touched.clear();
        }

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
                    quote.report(truth, lost);
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
                    quote.report(truth, Fate.NOT_LOGGED_ON);
                }
                return over;
            });
        }

        /** Sends one at once, in order behind what waits; returns what became of it, which is taken down. */
        Fate sendNow(Quote quote, Fate fate) {
            send();
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
