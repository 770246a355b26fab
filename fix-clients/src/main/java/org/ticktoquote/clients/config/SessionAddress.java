package org.ticktoquote.clients.config;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;

/**
 * Where a session and its application meet.
 *
 * @param endpoint where the application listens, or where the clients do; then port 0 takes a free one
 * @param accepts whether the clients listen, and the application connects
 */
public record SessionAddress(@JsonUnwrapped Endpoint endpoint, boolean accepts) {
    static final String EXPECTED = "PORT, HOST:PORT or 0 (any free port)";
    private static final String LOOPBACK = "127.0.0.1";
    private static final String ANY_PORT = ":0";

    /** Where the clients listen: at the loopback address unless a host is said. */
    static @Nullable SessionAddress accepting(String text) {
        if (text.matches("[0-9]{1,5}")) {
            return accepting(LOOPBACK + ":" + text);
        }
        if (text.endsWith(ANY_PORT)) {
            Endpoint some = Endpoint.parse(text.substring(0, text.length() - 1) + "1");
            return new SessionAddress(new Endpoint(some.host(), 0), true);
        }
        return new SessionAddress(Endpoint.parse(text), true);
    }
}
