package org.ticktoquote.host.audit;

/**
 * The sum of an audit, and the exit status of {@code t2q host}: an exception to the statuses of every other command, asked
 * for by scripts that prepare hosts.
 */
public enum Fitness {
    FIT(0, "fit"),
    WARNINGS(1, "fit with warnings"),
    UNFIT(2, "unfit");

    private final int exitStatus;
    private final String words;

    Fitness(int exitStatus, String words) {
        this.exitStatus = exitStatus;
        this.words = words;
    }

    public int exitStatus() {
        return exitStatus;
    }

    public String words() {
        return words;
    }
}
