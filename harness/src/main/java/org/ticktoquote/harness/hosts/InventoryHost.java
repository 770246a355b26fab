package org.ticktoquote.harness.hosts;

import java.util.List;

/**
 * A host on which processes of a run may run.
 *
 * @param name in the file
 * @param ssh destination as ssh(1) takes it; empty: this host
 * @param options further arguments of ssh
 * @param directory where to work there, below the home of the user unless absolute
 * @param java executable or home there; empty: the one that is found there
 * @param address by which the other hosts reach it; empty: none of them does
 * @param answerSeconds how long its first answers may take
 * @param captures network interfaces that are captured there during a run
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
    /** How long first answers may take if nothing else is said: a connection, a login, the start of a JVM. */
    static final int ANSWER_SECONDS = 30;

    /** Where to work if nothing else is said. */
    static final String DIRECTORY = ".cache/t2q";

    /** This host, where nobody says anything. */
    public static final InventoryHost LOCAL = new InventoryHost("local", "", List.of(), "", "", "");

    public InventoryHost {
        options = List.copyOf(options);
        captures = List.copyOf(captures);
    }

    /** One whose first answers may take as long as usual. */
    public InventoryHost(String name, String ssh, List<String> options, String directory, String java, String address) {
        this(name, ssh, options, directory, java, address, ANSWER_SECONDS, List.of());
    }

    /** The same host, of which these interfaces are captured. */
    public InventoryHost withCaptures(List<String> networkInterfaces) {
        return new InventoryHost(name, ssh, options, directory, java, address, answerSeconds, networkInterfaces);
    }

    /** As messages call it: what is wrong on it is a problem of this name. */
    public String words() {
        return words(name);
    }

    /** Likewise of a host of this name. */
    public static String words(String name) {
        return "host " + name;
    }

    /** Whether it is the host that runs this process. */
    public boolean local() {
        return ssh.isEmpty();
    }
}
