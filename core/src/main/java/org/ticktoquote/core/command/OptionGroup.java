package org.ticktoquote.core.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Heading under which {@code --help} lists the options of a class. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OptionGroup {
    /** Default of {@link #common()}. */
    String EVERY = "*";

    /** Text of the heading, such as "Market data". */
    String value();

    /** Names of the options that {@code --help} lists in a command with many options. {@code --help-all} lists all options. */
    String[] common() default EVERY;
}
