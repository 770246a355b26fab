package org.ticktoquote.harness.hosts;

import java.util.List;

/**
 * A host on which processes of a run can run.
 *
 * @param name in the file
 * @param ssh destination as ssh(1) takes it; empty for this host
 * @param options further arguments of ssh
 * @param directory working directory there, below the user's home unless absolute
 * @param java executable or home there; empty to find one
 * @param address by which other hosts reach it; empty if none does
 * @param answerSeconds limit of its first answers
 * @param captures network interfaces to capture there during a run
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
    /** Default limit of first answers: a connection, a login and the start of a JVM. */
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

    /** Name of the host in messages, under which its problems are listed. */
    public String description() {
        return description(name);
    }

    /** Name in messages of a host with this name. */
    public static String description(String name) {
        return "host " + name;
    }

    /** Returns whether it is the host that runs this process. */
    public boolean local() {
        return ssh.isEmpty();
    }
}
