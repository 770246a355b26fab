package org.ticktoquote.host.nativeclock;

/**
 * The clock that every process of a run takes its time stamps from, and why.
 *
 * <p>It must be one and the same in all of them, on every Java they may run on. {@link TscClock} is calibrated by each process
 * for itself, so that two of them differ by both error bounds, and saves some nanoseconds of a reading: nowhere is that a
 * gain, so the choice of this version is always {@code System.nanoTime}. The reason says what stands against the counter on
 * this machine.
 *
 * @param clock its name
 * @param reason one sentence
 */
public record ClockChoice(String clock, String reason) {
    /** The clock of all processes. */
    public static final String NANO_TIME = "System.nanoTime";

    /** The choice for processes that run on a Java of this feature release, or newer ones. */
    public static ClockChoice of(int java, ClockFacts facts) {
        return new ClockChoice(NANO_TIME, reason(java, facts));
    }

    private static String reason(int java, ClockFacts facts) {
        String source = facts.clockSource().isEmpty() ? "an unknown clock source" : facts.clockSource();
        if (!facts.invariant()) {
            return "The processor does not promise a counter of constant rate (constant_tsc, nonstop_tsc), so only the"
                    + " kernel's own clock is safe; it keeps time from " + source + ".";
        }
        if (java < ForeignCalls.NEEDED_JAVA) {
            return "The processor's counter can be read cheaply from Java " + ForeignCalls.NEEDED_JAVA
                    + " on and the processes run on Java " + java + "; the kernel keeps time from " + source + ".";
        }
        if (!facts.keptByCounter()) {
            return "The kernel keeps time from " + source + " and not from the processor's counter, so it may not find"
                    + " the counter sound; processes that calibrate it for themselves could disagree unnoticed.";
        }
        return "It is the processor's counter already, calibrated by the kernel for all processes alike (clock source "
                + source + "); a counter calibrated in each process would save the conversion only and add its error"
                + " bound to every figure.";
    }
}
