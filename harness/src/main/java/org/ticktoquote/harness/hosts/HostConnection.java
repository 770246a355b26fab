package org.ticktoquote.harness.hosts;

/**
 * Connection to a host that is queried before anything runs there.
 *
 * @param disconnect leaves the host as it was found
 */
public record HostConnection(HostOperations operations, Runnable disconnect) implements AutoCloseable {
    @Override
    public void close() {
        disconnect.run();
    }
}
