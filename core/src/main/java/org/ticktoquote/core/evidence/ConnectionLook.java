package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a session, at a look.
 *
 * @param clientPort tells the connections apart
 * @param unsent bytes that the application has written and the client's host has not acknowledged
 * @param unread bytes that have arrived at the client and that it has not read; {@link #UNSEEN} where its end is elsewhere
 * @param resent segments that the application's host sent again since the look before, as far as it says so
 * @param unanswered times that the oldest segment was sent again, and is not acknowledged yet
 * @param shutNs for so long since the look before the application had something to send and the client's window did not let it
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"clientPort", "unsent", "unread", "resent", "unanswered", "shutNs"})
public record ConnectionLook(int clientPort, long unsent, long unread, long resent, long unanswered, long shutNs) {
    public static final long UNSEEN = -1;

    /** Earlier builds did not write the last one. */
    @JsonCreator
    static ConnectionLook of(
            @JsonProperty("clientPort") int clientPort,
            @JsonProperty("unsent") long unsent,
            @JsonProperty("unread") long unread,
            @JsonProperty("resent") long resent,
            @JsonProperty("unanswered") long unanswered,
            @JsonProperty("shutNs") @Nullable Long shutNs) {
        return new ConnectionLook(clientPort, unsent, unread, resent, unanswered, shutNs == null ? 0 : shutNs);
    }

    /** Whether a client did not read, or anything was sent again. */
    @JsonIgnore
    public boolean isTroubled() {
        return unread > 0 || shutNs > 0 || isResent();
    }

    /** Whether anything was sent again. */
    @JsonIgnore
    public boolean isResent() {
        return resent > 0 || unanswered > 0;
    }
}
