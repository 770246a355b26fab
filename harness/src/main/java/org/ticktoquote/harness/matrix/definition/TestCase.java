package org.ticktoquote.harness.matrix.definition;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ticktoquote.comparison.matrix.CaseLimit;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.placement.ThreadChoice;

/**
 * Case of a matrix with all inherited settings.
 *
 * @param name name, unique in the matrix and valid as a directory name
 * @param description text for users; can be empty
 * @param coordinates name of the value on each axis, from which the effect of an axis is computed. For a case written by hand:
 *     {@code os}, {@code jvm} and {@code threads}, derived from its keys
 * @param beside settings outside its coordinates, by key; no axis effect is reported between cases that differ in them
 * @param jvm name of a profile; empty if the application brings its own JVM
 * @param jvmArgs JVM flags that follow the flags of the profile
 * @param host requirements on the host
 * @param threads placement of threads
 * @param run options of its runs, without JVM, flags and threads
 * @param limits limits of figures
 * @param serviceLevels service levels of each run, as texts
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
     * Placement of the threads of a case. The plan is parsed by the code that places threads.
     *
     * @param choice {@code unmanaged}, {@code auto}, {@code managed} or a file, as {@code t2q run --threads} takes it;
     *     {@code plan} for a plan in the matrix itself
     * @param plan plan in the matrix as parsed YAML (maps, lists and texts), to be written to a file; empty if there is none
     */
    public record Threads(String choice, Map<String, Object> plan) {
        static final String UNMANAGED = "unmanaged";

        private static final int SHOWN_DIGITS = 8;
        /** Marks a plan written in the matrix. */
        static final String PLAN = "plan";

        public Threads {
            plan = Collections.unmodifiableMap(new LinkedHashMap<>(plan));
        }

        static Threads of(String choice) {
            return new Threads(choice, Map.of());
        }

        /** Text for users. Includes the checksum of a plan in the matrix, because there can be several. */
        String description() {
            if (!inline()) {
                return choice;
            }
            return PLAN + " " + Sha256.ofText(plan.toString(), SHOWN_DIGITS);
        }

        /** Returns the plan as JSON, which is valid YAML. */
        String planText() {
            return JsonText.of(new JsonMapper(), plan);
        }

        /** Returns whether the plan is in the matrix itself. */
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

    /** Creates a case from the options of a command, without requirements on host and JVM. */
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

    /** Returns whether the harness chooses the JVM. */
    public boolean hasJvm() {
        return !jvm.isEmpty();
    }

    /** Returns whether the application is the built-in one. */
    public boolean builtInApplication() {
        return run.settings().application().builtIn();
    }

    /** Returns the placement of its threads. Reports all problems of an invalid plan at once. */
    public ThreadChoice placement() {
        return threads.inline() ? ThreadChoice.ofPlan(name, threads.planText()) : ThreadChoice.of(threads.choice());
    }

    /** Returns this case with further service levels. */
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

    /** Coordinates in one line, for users. */
    public String text() {
        return String.join(", ", new ArrayList<>(coordinates.values()));
    }
}
