package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
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
}
