package org.ticktoquote.harness.matrix.definition;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.run.ApplicationUnderTest;

/**
 * Whether what a case says of its JVM reaches the application: a comparison of JVMs that the application never sees would
 * be a comparison of noise.
 */
final class JvmEffect {
    private static final String JAVA = "{java}";

    private final Layers layers;
    private final Map<String, String> run;

    JvmEffect(Layers layers, Map<String, String> run) {
        this.layers = layers;
        this.run = run;
    }

    /** Whether the harness chooses the JVM of an application under these options. */
    static boolean has(Map<String, String> run) {
        return !run.containsKey(RunKeys.ATTACH)
                && run.getOrDefault(RunKeys.APP, JAVA).contains(JAVA);
    }

    /** Problems where something has no effect. */
    void judge(List<String> jvmArgs, Optional<JvmProfile> profile) {
        if (!has(run)) {
            say(
                    CaseReader.JVM.name(),
                    "has no effect: "
                            + (run.containsKey(RunKeys.ATTACH)
                                    ? "the application runs already (attach)"
                                    : "the command below app holds no {java}"));
        }
        if (!takesFlags()) {
            String reason = "has no effect: the command below app holds no " + ApplicationUnderTest.Own.JVM_ARGUMENTS;
            if (!jvmArgs.isEmpty()) {
                say(CaseReader.JVM_ARGS.name(), reason);
            }
            if (profile.isPresent() && !profile.get().flags().isEmpty()) {
                say(
                        CaseReader.JVM.name(),
                        "its flags have no effect: the command below app holds no "
                                + ApplicationUnderTest.Own.JVM_ARGUMENTS);
            }
        }
    }

    private boolean takesFlags() {
        String placeholder = ApplicationUnderTest.Own.JVM_ARGUMENTS;
        return !run.containsKey(RunKeys.ATTACH)
                && run.getOrDefault(RunKeys.APP, placeholder).contains(placeholder);
    }

    private void say(String key, String text) {
        layers.decides(key).ifPresent(section -> section.problemAt(key, Problem.ofFault(text)));
    }
}
