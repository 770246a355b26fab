package org.ticktoquote.core.net;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/** A host and a TCP port, written {@code HOST:PORT} or {@code [V6-ADDRESS]:PORT}. */
public record Endpoint(String host, int port) {
    /** Expectation shown for a text that {@link #parse} rejects. */
    public static final String EXPECTED = "HOST:PORT";

    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([^:\\s]+)):([0-9]{1,5})");

    /**
     * Parses an endpoint.
     *
     * @throws ProblemException naming the text and the expected form
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Endpoint parse(String text) {
        Matcher matcher = FORM.matcher(text);
        int port = matcher.matches() ? Integer.parseInt(matcher.group(3)) : 0;
        if (port < 1 || port > 65_535) {
            throw Problem.ofValue(text)
                    .expected(EXPECTED + ", as in 127.0.0.1:9001")
                    .exception();
        }
        return new Endpoint(matcher.group(1) == null ? matcher.group(2) : matcher.group(1), port);
    }

    /** Returns the form that {@link #parse} reads. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
