package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A connection of a session, at a look.
 *
 * @param clientPort tells the connections apart
 * @param unsent bytes that the application has written and the client's host has not acknowledged
 * @param unread bytes that have arrived at the client and that it has not read; {@link #UNSEEN} where its end is elsewhere
 * @param resent segments that the application's host sent again since the look before, as far as it says so
 * @param unanswered times that the oldest segment was sent again, and is not acknowledged yet
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"clientPort", "unsent", "unread", "resent", "unanswered"})
public record ConnectionLook(int clientPort, long unsent, long unread, long resent, long unanswered) {
    public static final long UNSEEN = -1;

    /** Whether a client did not read, or anything was sent again. */
    @JsonIgnore
    public boolean isTroubled() {
        return unread > 0 || isResent();
    }

    /** Whether anything was sent again. */
    @JsonIgnore
    public boolean isResent() {
        return resent > 0 || unanswered > 0;
    }
}
