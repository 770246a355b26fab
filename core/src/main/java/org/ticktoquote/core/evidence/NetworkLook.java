package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the application's sockets went through from one look to the next.
 *
 * @param fromNs begin of the look before, monotonic
 * @param toNs end of this one
 * @param sessions connections to a port at which the application listens
 * @param datagramSockets UDP sockets that it holds
 * @param dropped datagrams that the kernel dropped at these, since the look before
 * @param connections those of sessions at which something was wrong
 * @param queues of all sessions, about once a second
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NetworkLook(
        @JsonInclude(JsonInclude.Include.ALWAYS) long fromNs,
        @JsonInclude(JsonInclude.Include.ALWAYS) long toNs,
        @JsonInclude(JsonInclude.Include.ALWAYS) int sessions,
        @JsonInclude(JsonInclude.Include.ALWAYS) int datagramSockets,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) long dropped,
        List<ConnectionLook> connections,
        List<SessionQueue> queues) {
    /** Before the first look. */
    public static final NetworkLook NOTHING = new NetworkLook(0, 0, -1, -1, 0, List.of(), List.of());

    public NetworkLook {
        connections = List.copyOf(connections);
        queues = List.copyOf(queues);
    }

    @JsonCreator
    static NetworkLook of(
            @JsonProperty(value = "fromNs", required = true) long fromNs,
            @JsonProperty(value = "toNs", required = true) long toNs,
            @JsonProperty(value = "sessions", required = true) int sessions,
            @JsonProperty(value = "datagramSockets", required = true) int datagramSockets,
            @JsonProperty("dropped") @Nullable Long dropped,
            @JsonProperty("connections") @Nullable List<ConnectionLook> connections,
            @JsonProperty("queues") @Nullable List<SessionQueue> queues) {
        return new NetworkLook(
                fromNs,
                toNs,
                sessions,
                datagramSockets,
                dropped == null ? 0 : dropped,
                EvidenceSample.orNone(connections),
                EvidenceSample.orNone(queues));
    }

    /** Whether anything is to be told of. */
    @JsonIgnore
    public boolean isTroubled() {
        return dropped > 0 || !connections.isEmpty();
    }

    /** Whether there are as many sockets as at another look. */
    public boolean hasSocketsOf(NetworkLook other) {
        return sessions == other.sessions && datagramSockets == other.datagramSockets;
    }

    /** Refuses what no watch can have written: {@link IllegalArgumentException}, for people. */
    void check() {
        EvidenceSample.requireTimes(fromNs, toNs);
        requireCount(sessions);
        requireCount(datagramSockets);
        requireCount(dropped);
        for (SessionQueue queue : queues) {
            requireCount(queue.clientPort());
            requireCount(queue.mostUnsent());
            requireCount(queue.resent());
            EvidenceSample.requireAmount(queue.shutNs());
        }
        for (ConnectionLook connection : connections) {
            requireCount(connection.clientPort());
            requireCount(connection.unsent());
            requireCount(connection.unread() + 1);
            requireCount(connection.resent());
            requireCount(connection.unanswered());
            EvidenceSample.requireAmount(connection.shutNs());
        }
    }

    private static void requireCount(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("it has sockets that count " + count);
        }
    }
}
