package org.ticktoquote.core.control;

/**
 * A subcommand that is a process of a run and works by a plan. By hand its options make the plan.
 *
 * @param <P> the plan
 * @param <T> what the plan chooses
 */
public interface PlannedCommand<P extends ChildPlan, T> extends CheckedCommand<T> {
    /**
     * Judges a plan, in the process of whoever is going to hand it over.
     *
     * @throws org.ticktoquote.core.command.Refusal with everything that is wrong with it
     */
    T check(P plan);
}
