package org.ticktoquote.pricing.fix;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.pricing.dialect.Dialect;
import quickfix.SessionID;

/**
 * FIX settings of the application.
 *
 * @param host address on which it listens, unless it connects
 * @param port 0 selects a free port
 * @param connect address at which its clients listen; null if the application listens
 * @param sessions number of sessions, from {@code CLIENT-00}
 * @param echoTag tag of the tick's id: 278 and 299 in the first entry, others in the body; 0 for none
 * @param mostQueued maximum number of messages waiting for a slow session's socket before it is disconnected; 0 for no limit
 */
public record FixSettings(
        Dialect dialect,
        FixVersion version,
        String host,
        int port,
        @Nullable Endpoint connect,
        String compId,
        String clientPrefix,
        int sessions,
        int echoTag,
        int mostQueued) {
    private static final Pattern COMP_ID = Pattern.compile("[ -~]{1,64}");
    private static final int MAX_SESSIONS = 1000;
    private static final int HEARTBEAT_S = 30;

    /** Returns problems with these settings. */
    public List<Problem> errors() {
        List<Problem> errors = new ArrayList<>();
        expect(errors, "--fix-host", host, isKnown(host), "a known host");
        if (connect != null) {
            expect(errors, "--connect", connect, isKnown(connect.host()), "a known host");
            expect(errors, "--fix-port", port, port == 0, "none with --connect (the application does not listen)");
        }
        boolean printable = COMP_ID.matcher(clientPrefix + "0").matches();
        expect(errors, "--comp-id", compId, COMP_ID.matcher(compId).matches(), "printable ASCII characters");
        expect(errors, "--client-prefix", clientPrefix, printable, "printable ASCII characters");
        expect(errors, "--fix-port", port, port >= 0 && port <= 65_535, "0..65535");
        expect(errors, "--sessions", sessions, sessions >= 1 && sessions <= MAX_SESSIONS, "1.." + MAX_SESSIONS);
        boolean named = echoTag == 0 || Matching.canName(echoTag);
        String other = "another tag (--dialect " + dialect.name() + " uses it as the key of an entry)";
        expect(errors, "--echo", echoTag, named, "none, or " + Matching.EXPECTED_TAG);
        expect(errors, "--echo", echoTag, !dialect.isTagInUse(echoTag), other);
        expect(errors, "--max-queued", mostQueued, mostQueued >= 0, "0 or more");
        return errors;
    }

    private static boolean isKnown(String host) {
        return !new InetSocketAddress(host, 0).isUnresolved();
    }

    private static void expect(List<Problem> errors, String option, Object value, boolean fine, String expected) {
        if (!fine) {
            errors.add(Problem.of(option).value(value).expected(expected));
        }
    }

    /** Returns the id of a session from the application's side. */
    SessionID sessionId(int session) {
        return new SessionID(
                version.beginString(), compId, String.format(Locale.ROOT, "%s%02d", clientPrefix, session));
    }

    /**
     * Returns the QuickFIX/J settings of a session. Requests are validated without a dictionary, because a 35=Y explains
     * more than QuickFIX/J's 35=3.
     */
    Map<String, String> quickFix(int session) {
        return FixSession.settings(
                sessionId(session), connect == null ? 0 : HEARTBEAT_S, !dialect.continuesSequence(), version.text());
    }
}
