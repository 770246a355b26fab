package org.ticktoquote.core.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Bounds of a numeric option, declared with the option. The command line, the keys of a matrix and the JSON Schema all
 * enforce them. Durations are in nanoseconds.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Bounds {
    double HOUR_NS = 3.6e12;

    /** Exclusive lower bound. */
    double above() default Double.NEGATIVE_INFINITY;

    /** Inclusive lower bound. */
    double least() default Double.NEGATIVE_INFINITY;

    /** Inclusive upper bound. */
    double most() default Double.POSITIVE_INFINITY;

    /** Expectation shown for a value out of bounds, such as {@code 1..1000}. */
    String expected();
}
