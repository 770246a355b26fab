package org.ticktoquote.core.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Options that a command shares with another one but refuses. Help, manual pages and completions omit them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RefusedOptions {
    /** Longest names of the options. */
    String[] value();

    /** Expectation for the message to users. */
    String expected();
}
