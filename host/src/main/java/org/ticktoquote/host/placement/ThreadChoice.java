package org.ticktoquote.host.placement;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.source.Host;

/**
 * Choice of a plan, or of no plan, for a run's threads.
 *
 * @param name {@code unmanaged}, {@code auto}, {@code managed}, or the plan's file
 * @param yaml content of the plan's file; empty without a file
 * @param planner empty if only the operating system places threads
 */
public record ThreadChoice(
        String name, String yaml, @JsonIgnore Optional<ThreadPlanner> planner) {
    private static final String INSTEAD = "# auto: ";

    /** Places no threads. */
    public static final ThreadChoice UNMANAGED = new ThreadChoice("unmanaged", "", Optional.empty());

    private static final ThreadChoice AUTO = new ThreadChoice(AutoPlanner.NAME, "", Optional.of(new AutoPlanner()));

    /** Plan made by the run in its warm-up. Until then, it has the requirements of {@code auto}. */
    public static final ThreadChoice MANAGED = new ThreadChoice("managed", "", Optional.of(new AutoPlanner()));

    /** Choices without a file. */
    public static final List<String> WORDS = List.of(UNMANAGED.name, AUTO.name, MANAGED.name);

    /**
     * Parses {@code unmanaged}, {@code auto}, {@code managed}, or reads a file.
     *
     * @throws ProblemException with all problems of the file
     */
    public static ThreadChoice of(String text) {
        return Stream.of(UNMANAGED, AUTO, MANAGED)
                .filter(choice -> choice.name.equals(text))
                .findFirst()
                .orElseGet(() -> ofPlan(text, YamlFile.text(Path.of(text))));
    }

    /** Returns a choice of the CPU sets of {@code auto}, as a substitute for the plan of a run, with a reason. */
    public static ThreadChoice auto(String reason) {
        return ofPlan(MANAGED.name, INSTEAD + reason.replaceAll("\\s+", " ") + '\n');
    }

    /** Returns why the run uses {@code auto} instead of its own plan; empty if it does not. */
    public Optional<String> reasonForAuto() {
        return yaml.startsWith(INSTEAD)
                ? Optional.of(yaml.substring(INSTEAD.length()).strip())
                : Optional.empty();
    }

    /** Parses a plan from text that is not a separate file, for example from a test matrix. */
    public static ThreadChoice ofPlan(String name, String yaml) {
        if (yaml.startsWith(INSTEAD)) {
            return new ThreadChoice(name, yaml, MANAGED.planner);
        }
        return new ThreadChoice(name, yaml, Optional.of(RulesFile.parse(name, yaml)));
    }

    /** Checks a plan that is part of a file and adds its problems to the file's problems. */
    public static void validatePlan(String name, YamlSection plan) {
        RulesFile.read(name, plan);
    }

    /** Restores a choice from name and YAML without reading a file. */
    @JsonCreator
    public static ThreadChoice received(@JsonProperty("name") String name, @JsonProperty("yaml") String yaml) {
        return yaml.isEmpty() ? of(name) : ofPlan(name, yaml);
    }

    public boolean managed() {
        return planner.isPresent();
    }

    /** Returns whether the run has to make the plan. */
    public boolean isToBeMade() {
        return name.equals(MANAGED.name) && yaml.isEmpty();
    }

    /** Returns one line with everything that decides the placement of threads. */
    public String text() {
        return isToBeMade() ? name : planner.map(ThreadPlanner::text).orElse(name);
    }

    /** Returns whether it places threads on a host where only these owners have threads. */
    public boolean concerns(Set<ThreadOwner> parties) {
        return planner.filter(plan -> plan.concerns(parties)).isPresent();
    }

    /** Returns why a host with these owners cannot use the plan; empty if it can. */
    public Optional<String> problem(Host host, Set<ThreadOwner> parties) {
        return planner.filter(plan -> plan.concerns(parties))
                .flatMap(plan -> plan.problem(UsableCpus.read(host), parties));
    }

    /** Returns the error for a plan that a host cannot use. */
    public ProblemException refusal(String objection) {
        return Problem.of("--threads").fault(name + ": " + objection).exception(ExitStatus.ENVIRONMENT);
    }
}
