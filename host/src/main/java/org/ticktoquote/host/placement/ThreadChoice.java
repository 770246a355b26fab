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
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.source.Host;

/**
 * Whether the threads of a run are managed, and by which plan.
 *
 * @param name {@code unmanaged}, {@code auto}, {@code managed}, or the plan's file
 * @param yaml of the plan's file; empty where there is none
 * @param planner empty where the operating system alone decides
 */
public record ThreadChoice(
        String name, String yaml, @JsonIgnore Optional<ThreadPlanner> planner) {
    private static final String INSTEAD = "# auto: ";

    /** Nothing is touched. */
    public static final ThreadChoice UNMANAGED = new ThreadChoice("unmanaged", "", Optional.empty());

    private static final ThreadChoice AUTO = new ThreadChoice(AutoPlanner.NAME, "", Optional.of(new AutoPlanner()));

    /** A plan that the run makes in its warm-up; until it is made, a host that can have {@code auto} can have this. */
    public static final ThreadChoice MANAGED = new ThreadChoice("managed", "", Optional.of(new AutoPlanner()));

    /** Choices that need no file. */
    public static final List<String> WORDS = List.of(UNMANAGED.name, AUTO.name, MANAGED.name);

    /**
     * The choice of a text: {@code unmanaged}, {@code auto}, {@code managed}, or a file.
     *
     * @throws Refusal with everything that is wrong with the file
     */
    public static ThreadChoice of(String text) {
        return Stream.of(UNMANAGED, AUTO, MANAGED)
                .filter(choice -> choice.name.equals(text))
                .findFirst()
                .orElseGet(() -> ofPlan(text, YamlFile.text(Path.of(text))));
    }

    /** The sets of {@code auto} in place of a plan that the run was to make, for a reason. */
    public static ThreadChoice auto(String reason) {
        return ofPlan(MANAGED.name, INSTEAD + reason.replaceAll("\\s+", " ") + '\n');
    }

    /** Why the run has {@code auto} in place of a plan of its own; empty if it has not. */
    public Optional<String> reasonForAuto() {
        return yaml.startsWith(INSTEAD)
                ? Optional.of(yaml.substring(INSTEAD.length()).strip())
                : Optional.empty();
    }

    /** A plan whose text stands elsewhere, in a test matrix say; refused like a file. */
    public static ThreadChoice ofPlan(String name, String yaml) {
        if (yaml.startsWith(INSTEAD)) {
            return new ThreadChoice(name, yaml, MANAGED.planner);
        }
        return new ThreadChoice(name, yaml, Optional.of(RulesFile.parse(name, yaml)));
    }

    /** Reads a plan that is a part of a file; everything that is wrong with it is a problem of that file. */
    public static void judgePlan(String name, YamlSection plan) {
        RulesFile.read(name, plan);
    }

    /** A choice that was sent or recorded as name and YAML: no file is read. */
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

    /** Everything that decides where threads go, as one line. */
    public String text() {
        return isToBeMade() ? name : planner.map(ThreadPlanner::text).orElse(name);
    }

    /** Whether threads are placed on a host on which only these run. */
    public boolean concerns(Set<ThreadOwner> parties) {
        return planner.filter(plan -> plan.concerns(parties)).isPresent();
    }

    /** Why a host on which these run cannot have it, for people; empty when it can. */
    public Optional<String> objection(Host host, Set<ThreadOwner> parties) {
        return planner.filter(plan -> plan.concerns(parties))
                .flatMap(plan -> plan.objection(Topology.read(host), parties));
    }

    /** The refusal of a plan that a host cannot have. */
    public Refusal refusal(String objection) {
        return Problem.of("--threads").fault(name + ": " + objection).refusal(ExitStatus.ENVIRONMENT);
    }
}
