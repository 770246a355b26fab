package org.ticktoquote.harness.hosts;

/**
 * A host that is asked what it is and has, before anything runs there.
 *
 * @param operations of the host
 * @param leave leaves the host as it was found
 */
public record HostVisit(HostOperations operations, Runnable leave) implements AutoCloseable {
    @Override
    public void close() {
        leave.run();
    }
}
