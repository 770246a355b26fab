package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of the application's sockets between two samples.
 *
 * @param fromNs start of the previous sample, monotonic
 * @param toNs end of this sample
 * @param sessions connections to a port on which the application listens
 * @param datagramSockets the application's UDP sockets
 * @param dropped datagrams dropped by the kernel at the UDP sockets since the previous sample
 * @param connections of sessions with a problem
 * @param queues of all sessions, about once a second
 */
public record NetworkSample(
        long fromNs,
        long toNs,
        int sessions,
        int datagramSockets,
        long dropped,
        List<ConnectionSample> connections,
        List<SessionQueue> queues) {
    public NetworkSample {
        connections = List.copyOf(connections);
        queues = List.copyOf(queues);
    }

    @JsonCreator
    static NetworkSample of(
            @JsonProperty(value = "fromNs", required = true) long fromNs,
            @JsonProperty(value = "toNs", required = true) long toNs,
            @JsonProperty(value = "sessions", required = true) int sessions,
            @JsonProperty(value = "datagramSockets", required = true) int datagramSockets,
            @JsonProperty("dropped") @Nullable Long dropped,
            @JsonProperty("connections") @Nullable List<ConnectionSample> connections,
            @JsonProperty("queues") @Nullable List<SessionQueue> queues) {
        return new NetworkSample(
                fromNs,
                toNs,
                sessions,
                datagramSockets,
                dropped == null ? 0 : dropped,
                EvidenceLine.orNone(connections),
                EvidenceLine.orNone(queues));
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
