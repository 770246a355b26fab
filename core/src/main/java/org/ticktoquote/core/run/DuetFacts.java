package org.ticktoquote.core.run;

/** Names of the facts in {@code run.json} about a duet, in which two applications run at the same time. */
public final class DuetFacts {
    /** Identity of the other run. */
    public static final String PARTNER = "duet.partner";
    /** {@code true} if this application was started first, and gets the ticks with odd ids first, else {@code false}. */
    public static final String FIRST = "duet.first";
    /** CPUs reserved for this application. Absent if it was not pinned. */
    public static final String CPUS = "duet.cpus";

    /** Seed of the {@link TurnSchedule}. Absent if both applications got every tick at the same time. */
    public static final String TURNS = "duet.turns";

    private DuetFacts() {}
}
