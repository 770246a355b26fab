package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What a session's connection went through since it was last told of.
 *
 * @param clientPort tells the connections apart
 * @param mostUnsent bytes at a look that the application had written and the client's host had not acknowledged
 * @param resent segments that the application's host sent again
 * @param shutNs for so long the application had something to send and the client's window did not let it
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"clientPort", "mostUnsent", "resent", "shutNs"})
public record SessionQueue(int clientPort, long mostUnsent, long resent, long shutNs) {
    /** With what a further look found. */
    public SessionQueue with(ConnectionLook look) {
        return new SessionQueue(
                clientPort, Math.max(mostUnsent, look.unsent()), resent + look.resent(), shutNs + look.shutNs());
    }
}
