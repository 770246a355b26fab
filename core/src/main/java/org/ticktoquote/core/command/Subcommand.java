package org.ticktoquote.core.command;

import java.util.concurrent.Callable;

/**
 * A command that a module contributes to {@code t2q}: a class annotated with picocli's {@code @Command}, listed in
 * {@code META-INF/services}, so that the command line shows it without being compiled against the module.
 *
 * <p>{@link #call()} returns an {@linkplain ExitStatus#code() exit status}; a {@link Refusal} ends it with one line.
 */
public interface Subcommand extends Callable<Integer> {}
