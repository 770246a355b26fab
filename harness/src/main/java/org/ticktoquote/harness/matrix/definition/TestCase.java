package org.ticktoquote.harness.matrix.definition;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matrix.CaseLimit;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.placement.ThreadChoice;

/**
 * One case of a matrix, with everything that it inherited.
 *
 * @param name unique in the matrix; fit for a directory
 * @param description for people; may be empty
 * @param coordinates name of the value on each axis, from which the effect of an axis is computed. Of a case that is
 *     written by hand: {@code os}, {@code jvm} and {@code threads}, from what it says
 * @param beside what it says beside its coordinates, by key; no effect of an axis is reported of two cases that differ in it
 * @param jvm name of a profile; empty when the application brings its own JVM
 * @param jvmArgs JVM flags after those of the profile
 * @param host what the host must be
 * @param threads how threads are placed
 * @param run options of its runs; JVM, flags and threads are not among them
 * @param limits of figures, which the case is held to
 * @param serviceLevels that each of its runs is held to, as texts
 */
public record TestCase(
        String name,
        String description,
        Map<String, String> coordinates,
        Map<String, String> beside,
        String jvm,
        List<String> jvmArgs,
        HostRequirement host,
        Threads threads,
        RunOptions run,
        List<CaseLimit> limits,
        List<String> serviceLevels) {
    /**
     * How the threads of a case are placed; only handed on, whoever places them reads the plan.
     *
     * @param choice {@code unmanaged}, {@code auto}, {@code managed} or a file, as {@code t2q run --threads} takes it;
     *     {@code plan} for one that stands in the matrix itself
     * @param plan maps, lists and texts as they stand in the matrix, to be written into a file; empty without one
     */
    public record Threads(String choice, Map<String, Object> plan) {
        static final String UNMANAGED = "unmanaged";

        private static final int SHOWN_DIGITS = 8;
        /** Stands for a plan that is written in the matrix. */
        static final String PLAN = "plan";

        public Threads {
            plan = Collections.unmodifiableMap(new LinkedHashMap<>(plan));
        }

        static Threads of(String choice) {
            return new Threads(choice, Map.of());
        }

        /** For people: of a plan in the matrix its checksum too, for there may be several. */
        String words() {
            if (!inline()) {
                return choice;
            }
            return PLAN + " " + Sha256.ofText(plan.toString(), SHOWN_DIGITS);
        }

        /** The plan as YAML, which JSON is. */
        String planText() {
            return JsonText.of(new JsonMapper(), plan);
        }

        /** Whether the plan stands in the matrix itself. */
        boolean inline() {
            return choice.equals(PLAN);
        }
    }

    public TestCase {
        coordinates = Collections.unmodifiableMap(new LinkedHashMap<>(coordinates));
        beside = Collections.unmodifiableMap(new TreeMap<>(beside));
        jvmArgs = List.copyOf(jvmArgs);
        limits = List.copyOf(limits);
        serviceLevels = List.copyOf(serviceLevels);
    }

    /** One that a command makes of its own options, on whatever host and JVM they say. */
    public static TestCase ofOptions(
            String name, Map<String, String> coordinates, String threads, RunOptions run, List<String> serviceLevels) {
        return new TestCase(
                name,
                "",
                coordinates,
                Map.of(),
                "",
                List.of(),
                HostRequirement.NONE,
                Threads.of(threads),
                run,
                List.of(),
                serviceLevels);
    }

    /** Whether the harness chooses the JVM. */
    public boolean hasJvm() {
        return !jvm.isEmpty();
    }

    /** Whether the application is the one that comes with the product. */
    public boolean builtInApplication() {
        return run.settings().application().builtIn();
    }

    /** Where its threads are to run; refuses a plan with everything that is wrong with it. */
    public ThreadChoice placement() {
        return threads.inline() ? ThreadChoice.ofPlan(name, threads.planText()) : ThreadChoice.of(threads.choice());
    }

    /** The same held to further service levels. */
    public TestCase withServiceLevels(List<String> more) {
        return new TestCase(
                name,
                description,
                coordinates,
                beside,
                jvm,
                jvmArgs,
                host,
                threads,
                run,
                limits,
                Stream.concat(serviceLevels.stream(), more.stream()).distinct().toList());
    }

    /** Its coordinates in one line, for people. */
    public String words() {
        return String.join(", ", new ArrayList<>(coordinates.values()));
    }
}
