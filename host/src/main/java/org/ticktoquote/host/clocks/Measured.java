package org.ticktoquote.host.clocks;

import org.jspecify.annotations.Nullable;

/**
 * The figures of one clock, or why there are none.
 *
 * @param clock its name
 * @param java feature release of the Java that measured
 * @param figures null when something was missing
 * @param missing what; empty when nothing was
 * @param <T> of the figures
 */
record Measured<T>(String clock, int java, @Nullable T figures, String missing) {

    /** Measures. */
    interface Experiment<T> {
        T run();
    }

    /** Runs an experiment that throws {@link UnsupportedOperationException} where something is missing. */
    static <T> Measured<T> of(String clock, Experiment<T> experiment) {
        int java = Runtime.version().feature();
        try {
            return new Measured<>(clock, java, experiment.run(), "");
        } catch (UnsupportedOperationException e) {
            return missing(clock, String.valueOf(e.getMessage()));
        }
    }

    static <T> Measured<T> missing(String clock, String reason) {
        return new Measured<>(clock, Runtime.version().feature(), null, reason);
    }
}
