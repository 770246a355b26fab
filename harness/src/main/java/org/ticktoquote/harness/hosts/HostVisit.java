package org.ticktoquote.harness.hosts;

/**
 * Connection to a host that is queried before anything runs there.
 *
 * @param leave leaves the host as it was found
 */
public record HostVisit(HostOperations operations, Runnable leave) implements AutoCloseable {
    @Override
    public void close() {
        leave.run();
    }
}
