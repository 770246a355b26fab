package org.ticktoquote.core.command;

import java.util.concurrent.Callable;

/**
 * A command that a module contributes to {@code t2q}. The class is annotated with picocli's {@code @Command} and listed in
 * {@code META-INF/services}, so that the command line needs no compile-time dependency on the module.
 *
 * <p>{@link #call()} returns an {@linkplain ExitStatus#code() exit status}. A {@link ProblemException} ends the command with one line
 * per problem.
 */
public interface Subcommand extends Callable<Integer> {}
