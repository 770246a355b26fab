package org.ticktoquote.harness.hosts;

import java.util.List;

/**
 * A host on which processes of a run can run.
 *
 * @param name name in the inventory file
 * @param ssh destination as ssh(1) takes it; empty for this host
 * @param options further arguments of ssh
 * @param directory working directory on the host, below the user's home unless absolute
 * @param java executable or home on the host; empty for {@code java} in the PATH
 * @param address address for connections from other hosts; empty if none connects
 * @param answerSeconds time limit of its first responses
 * @param captures network interfaces to capture during a run
 */
public record InventoryHost(
        String name,
        String ssh,
        List<String> options,
        String directory,
        String java,
        String address,
        int answerSeconds,
        List<String> captures) {
    /** Default time limit of first responses, which covers connection, login and JVM start. */
    static final int ANSWER_SECONDS = 30;

    /** Default working directory. */
    static final String DIRECTORY = ".cache/t2q";

    /** This host, if no inventory is given. */
    public static final InventoryHost LOCAL = new InventoryHost("local", "", List.of(), "", "", "");

    public InventoryHost {
        options = List.copyOf(options);
        captures = List.copyOf(captures);
    }

    /** Creates a host with the default answer limit and without captures. */
    public InventoryHost(String name, String ssh, List<String> options, String directory, String java, String address) {
        this(name, ssh, options, directory, java, address, ANSWER_SECONDS, List.of());
    }

    /** Returns this host with captures of these interfaces. */
    public InventoryHost withCaptures(List<String> networkInterfaces) {
        return new InventoryHost(name, ssh, options, directory, java, address, answerSeconds, networkInterfaces);
    }

    /** Name of the host in messages. */
    public String description() {
        return description(name);
    }

    /** Returns the text for a host name in messages. */
    public static String description(String name) {
        return "host " + name;
    }

    /** Returns whether this process runs on the host. */
    public boolean local() {
        return ssh.isEmpty();
    }
}
