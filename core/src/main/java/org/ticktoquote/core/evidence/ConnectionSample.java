package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * State of a session's connection at one sample.
 *
 * @param clientPort distinguishes the connections
 * @param unsent bytes written by the application and not acknowledged by the client's host
 * @param unread bytes received but not read by the client, {@link #UNSEEN} if the client is on another host
 * @param resent segments that the application's host retransmitted since the previous sample, without spurious ones. 0
 *     if the kernel does not report them
 * @param unanswered retransmissions of the oldest unacknowledged segment
 * @param shutNs time since the previous sample that the application was blocked by the client's closed receive window
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"clientPort", "unsent", "unread", "resent", "unanswered", "shutNs"})
public record ConnectionSample(int clientPort, long unsent, long unread, long resent, long unanswered, long shutNs) {
    public static final long UNSEEN = -1;

    @JsonIgnore
    public boolean isResent() {
        return resent > 0 || unanswered > 0;
    }
}
