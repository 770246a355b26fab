package org.ticktoquote.harness.hosts;

/**
 * Connection for querying a host before a run.
 *
 * @param disconnect restores the host and closes the connection
 */
public record HostConnection(HostOperations operations, Runnable disconnect) implements AutoCloseable {
    @Override
    public void close() {
        disconnect.run();
    }
}
