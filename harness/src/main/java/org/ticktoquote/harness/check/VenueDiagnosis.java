package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.check.Diagnosis.Obstacle;

/**
 * Determines from the messages of one connection how far an application got with a FIX venue of the replayer, and why it
 * stopped.
 */
final class VenueDiagnosis {
    private final boolean venues;
    private final TracedMessages messages;

    /** @param venues true if the market data comes from FIX venues */
    VenueDiagnosis(boolean venues, TracedMessages messages) {
        this.venues = venues;
        this.messages = messages;
    }

    /** Returns the obstacle at the venue; empty if market data was sent, or without FIX venues. */
    Optional<Obstacle> obstacle() {
        boolean sent = messages.marketData().stream().anyMatch(TracedMessages::isPrice);
        return venues && !sent ? Optional.of(before(messages.venueHandshake())) : Optional.empty();
    }

    /** Returns the application's first request to the venue; empty if there is none, or without FIX venues. */
    Optional<TracedMessage> request() {
        return venues
                ? first(messages.venueHandshake(), passed -> is(passed, TracedMessages.REQUEST, false))
                : Optional.empty();
    }

    private static Obstacle before(List<TracedMessage> talk) {
        Optional<TracedMessage> logon = first(talk, passed -> is(passed, TracedMessages.LOGON, false));
        Optional<TracedMessage> answer = first(talk, passed -> is(passed, TracedMessages.LOGON, true));
        Optional<TracedMessage> request = first(talk, passed -> is(passed, TracedMessages.REQUEST, false));
        Optional<TracedMessage> refusal = first(talk, passed -> passed.sent() && TracedMessages.isReject(passed));
        if (logon.isEmpty()) {
            return absent(talk);
        }
        if (answer.isEmpty()) {
            return first(talk, passed -> is(passed, TracedMessages.LOGOUT, true))
                    .map(logout -> loggedOut(logon, logout))
                    .orElseGet(() -> unanswered(logon));
        }
        if (request.isEmpty()) {
            return new Obstacle(
                    "The application requested no market data from the venue.",
                    TracedMessages.present(logon, answer),
                    "Let it send a Market Data Request (35=V) after its Logon (docs/venues.md).");
        }
        return refusal.map(refused -> refused(request, refused))
                .orElseGet(() -> new Obstacle(
                        "The application requested market data from the venue, but none was sent.",
                        TracedMessages.present(request, Optional.empty()),
                        "Check that the recording has these pairs: t2q recording stats lists its pairs."));
    }

    private static Obstacle absent(List<TracedMessage> talk) {
        if (!talk.isEmpty()) {
            return new Obstacle(
                    "The application's first message to the venue is not a Logon (35=A).",
                    talk.subList(0, 1),
                    "Let it log on first, because the venue otherwise closes the connection (docs/venues.md).");
        }
        return new Obstacle(
                "The application did not log on to the venue.",
                List.of(),
                "If the venue rejected its TLS, see above for what is expected. If it exited, see its output."
                        + " Otherwise pass the venue's address with {feedHost} and {feedPort}, or {venue.NAME.host} and"
                        + " {venue.NAME.port}, in --app.");
    }

    private static Obstacle loggedOut(Optional<TracedMessage> logon, TracedMessage logout) {
        return new Obstacle(
                "The venue answered the application's Logon with a Logout: " + TracedMessages.text(logout),
                TracedMessages.present(logon, Optional.of(logout)),
                "Log on as the venue requires, or change its requirements with 'logon' in --venues (docs/venues.md)."
                        + " The built-in application has no username and no password.");
    }

    private static Obstacle unanswered(Optional<TracedMessage> logon) {
        return new Obstacle(
                "The venue did not accept the application's Logon.",
                TracedMessages.present(logon, Optional.empty()),
                "Its CompIDs or FIX version differ from the venue's: set these in --venues (docs/venues.md).");
    }

    private static Obstacle refused(Optional<TracedMessage> request, TracedMessage refusal) {
        return new Obstacle(
                "The venue rejected a request of the application: " + TracedMessages.text(refusal),
                TracedMessages.present(request, Optional.of(refusal)),
                "Let it request pairs of the recording, in a form that the venue supports (docs/venues.md).");
    }

    private static boolean is(TracedMessage passed, String type, boolean sent) {
        return passed.sent() == sent && TracedMessages.type(passed).equals(type);
    }

    private static Optional<TracedMessage> first(List<TracedMessage> talk, Predicate<TracedMessage> wanted) {
        return talk.stream().filter(wanted).findFirst();
    }
}
