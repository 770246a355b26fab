package org.ticktoquote.harness.run;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.run.SessionFact;

/**
 * Session failures caused by the application: rejected messages, ended sessions and logouts. Before ticks are measured,
 * rejections and ended sessions end the run, and logouts are ignored. With {@code --allow-missing}, rejections never
 * end it. Later all of them are a result, and the run continues. The first few are printed, the first of each kind and
 * session is recorded in the manifest, and the journals count all. Not thread-safe.
 */
final class SessionFailures {
    static final String ALLOW_MISSING = "; use --allow-missing to count such pairs and continue";
    private static final int MAX_SHOWN = 5;
    static final String CONTINUES = "; the replay continues and every tick counts";

    private final boolean allowMissing;
    private final IntFunction<Optional<String>> symbols;
    private final Consumer<String> shown;
    private final BiConsumer<String, String> facts;
    private final Set<String> shownEvents = new HashSet<>();
    private final Set<String> reportedFacts = new HashSet<>();
    private boolean measuring;

    /**
     * @param allowMissing true if a rejection before ticks are measured does not end the run
     * @param symbols returns the symbol of an instrument, if known
     * @param shown receives texts for users
     * @param facts receives facts of the manifest by name
     */
    SessionFailures(
            boolean allowMissing,
            IntFunction<Optional<String>> symbols,
            Consumer<String> shown,
            BiConsumer<String, String> facts) {
        this.allowMissing = allowMissing;
        this.symbols = symbols;
        this.shown = shown;
        this.facts = facts;
    }

    /** Marks the start of the measured part. */
    void measuring() {
        measuring = true;
    }

    /** Records a rejection; returns why it ends the run, empty if it does not. */
    Optional<String> rejected(ClientsProtocol.Rejected rejected) {
        boolean pair = ClientsProtocol.PAIR_REJECTIONS.contains(rejected.type());
        String what = pair
                ? subscription(rejected.session(), rejected.instrument()) + " was rejected"
                : place(rejected.session(), rejected.instrument()) + " was answered 35=" + rejected.type();
        String text = what + (rejected.text().isEmpty() ? "" : ": " + rejected.text());
        if (!measuring && !allowMissing) {
            return Optional.of(text + (pair ? ALLOW_MISSING : ""));
        }
        if (!allowMissing) {
            show(what, text);
        }
        fact(pair ? SessionFact.PAIR_REJECTED : SessionFact.MESSAGE_REJECTED, rejected.session(), text);
        return Optional.empty();
    }

    /** Records that received data ended a session for good; returns why that ends the run, empty if it does not. */
    Optional<String> ended(ClientsProtocol.SessionText reported) {
        String text = "session " + reported.session() + " was ended: " + reported.text();
        if (!measuring) {
            return Optional.of(text);
        }
        shown.accept(text + CONTINUES);
        fact(SessionFact.ENDED, reported.session(), text);
        return Optional.empty();
    }

    /** Records a logout of a session. */
    void loggedOut(int session, String what) {
        if (measuring) {
            show(what, what);
            fact(SessionFact.LOGGED_OUT, session, what);
        }
    }

    /** Records a message that a session rejected with a 35=3. The session stays logged on. */
    void onRejection(String what) {
        if (measuring) {
            show(what, what);
        }
    }

    /** Records that a session went down and how its connection ended, unless a recorded logout explains it. */
    void dropped(ClientsProtocol.Dropped reported) {
        if (measuring
                && !reported.how().isEmpty()
                && !reportedFacts.contains(SessionFact.LOGGED_OUT.name(reported.session()))) {
            String text = "session " + reported.session() + " disconnected: " + reported.how();
            show(reported.how(), text);
            fact(SessionFact.DISCONNECTED, reported.session(), text);
        }
    }

    /** Describes session and pair. */
    String subscription(int session, @Nullable Integer instrument) {
        return "session " + session + " " + symbol(instrument).orElse("a pair");
    }

    private String place(int session, @Nullable Integer instrument) {
        return "session " + session
                + symbol(instrument).map(symbol -> " " + symbol).orElse("");
    }

    private Optional<String> symbol(@Nullable Integer instrument) {
        return instrument == null ? Optional.empty() : symbols.apply(instrument);
    }

    private void show(String what, String text) {
        if (shownEvents.add(what) && shownEvents.size() <= MAX_SHOWN) {
            shown.accept(text
                    + CONTINUES
                    + (shownEvents.size() == MAX_SHOWN ? "; further events of this kind are only counted" : ""));
        }
    }

    private void fact(SessionFact fact, int session, String text) {
        if (reportedFacts.add(fact.name(session))) {
            facts.accept(fact.name(session), text);
        }
    }
}
