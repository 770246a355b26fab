package org.ticktoquote.pricing.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.truth.Fate;

/**
 * The quotes that wait for the end of a batch, session by session, and what becomes of them.
 *
 * <p>Those of a session leave together, in one message after another and one write. One thread.
 */
final class Batch {
    private final ClientSessions sessions;
    private final BooleanSupplier ending;
    private final QuoteTruth truth;
    private final List<List<Quote>> waiting = new ArrayList<>();
    private final List<List<Quote>> touched = new ArrayList<>();

    Batch(ClientSessions sessions, BooleanSupplier ending, QuoteTruth truth) {
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
                truth.notSent(quote, lost);
            } else {
                truth.sent(quote, quote.image() ? Fate.IMAGE : Fate.SENT, sent.outNs(), sent.firstSequence() + i);
            }
        }
    }

    private void forgetOlderLogons(List<Quote> quotes) {
        int logon = sessions.logon(quotes.get(0).session());
        quotes.removeIf(quote -> {
            boolean over = quote.subscription().logon() != logon;
            if (over) {
                truth.notSent(quote, Fate.NOT_LOGGED_ON);
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
            truth.sent(quote, fate, sent.outNs(), sent.firstSequence());
            return fate;
        }
        if (!fate.extra()) {
            truth.notSent(quote, lost);
        }
        return lost;
    }

    private Fate lost() {
        return ending.getAsBoolean() ? Fate.ABANDONED : Fate.NOT_LOGGED_ON;
    }
}
