package org.ticktoquote.core.run;

/** Names of the facts by which {@code run.json} says that two applications were run at once. */
public final class DuetFacts {
    /** Identity of the run beside it. */
    public static final String PARTNER = "duet.partner";
    /** Whether its application was started first, and gets the ticks with odd ids first: {@code true} or {@code false}. */
    public static final String FIRST = "duet.first";
    /** CPUs that its application had for itself; absent where it was not bound. */
    public static final String CPUS = "duet.cpus";

    private DuetFacts() {}
}
