package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;

/**
 * State of the application's sockets between two samples.
 *
 * @param fromNs start of the previous sample, monotonic
 * @param toNs end of this sample
 * @param sessions connections to a port on which the application listens
 * @param datagramSockets the application's UDP sockets
 * @param dropped datagrams dropped by the kernel at the UDP sockets since the previous sample, 0 if omitted
 * @param connections of sessions with a problem
 * @param queues of all sessions, about once a second
 */
public record NetworkSample(
        @JsonProperty(required = true) long fromNs,
        @JsonProperty(required = true) long toNs,
        @JsonProperty(required = true) int sessions,
        @JsonProperty(required = true) int datagramSockets,
        @JsonSetter(nulls = Nulls.AS_EMPTY) long dropped,
        List<ConnectionSample> connections,
        List<SessionQueue> queues) {
    public NetworkSample {
        connections = EvidenceLine.copyOf(connections);
        queues = EvidenceLine.copyOf(queues);
    }

    /** Throws {@link IllegalArgumentException} with a message for the user if the sample is invalid. */
    void check() {
        EvidenceLine.requireTimes(fromNs, toNs);
        requireCount(sessions);
        requireCount(datagramSockets);
        requireCount(dropped);
        for (SessionQueue queue : queues) {
            requireCount(queue.clientPort());
            requireCount(queue.mostUnsent());
            requireCount(queue.resent());
            EvidenceLine.requireAmount(queue.shutNs());
        }
        for (ConnectionSample connection : connections) {
            requireCount(connection.clientPort());
            requireCount(connection.unsent());
            requireCount(connection.unread() + 1);
            requireCount(connection.resent());
            requireCount(connection.unanswered());
            EvidenceLine.requireAmount(connection.shutNs());
        }
    }

    private static void requireCount(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("a count of its sockets is " + count);
        }
    }

    /**
     * State of a session's connection since its last report.
     *
     * @param clientPort distinguishes the connections
     * @param mostUnsent most bytes, at any sample, written by the application but not acknowledged by the client's host
     * @param resent segments that the application's host retransmitted, without spurious ones
     * @param shutNs time that the application was blocked by the client's closed receive window
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"clientPort", "mostUnsent", "resent", "shutNs"})
    public record SessionQueue(int clientPort, long mostUnsent, long resent, long shutNs) {}

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
    public record ConnectionSample(
            int clientPort, long unsent, long unread, long resent, long unanswered, long shutNs) {
        public static final long UNSEEN = -1;

        @JsonIgnore
        public boolean isResent() {
            return resent > 0 || unanswered > 0;
        }
    }
}
