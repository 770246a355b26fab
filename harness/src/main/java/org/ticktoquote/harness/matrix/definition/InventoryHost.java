package org.ticktoquote.harness.matrix.definition;

/**
 * A host on which cases may run.
 *
 * @param name in the file
 * @param ssh {@code user@host} or a name of the ssh configuration; empty: this host
 * @param directory of t2q on it; empty on this host
 */
public record InventoryHost(String name, String ssh, String directory) {
    /** This host, in a file that names none. */
    public static final InventoryHost LOCAL = new InventoryHost("local", "", "");

    /** Whether it is the host that runs this process. */
    public boolean local() {
        return ssh.isEmpty();
    }
}
