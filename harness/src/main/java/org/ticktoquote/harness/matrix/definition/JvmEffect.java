package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.jvm.JvmProfile;

/**
 * Whether what a case says of its JVM reaches the application: a comparison of JVMs that the application never sees would
 * be a comparison of noise.
 */
final class JvmEffect {
    private final Layers layers;
    private final RunSettings run;

    JvmEffect(Layers layers, RunSettings run) {
        this.layers = layers;
        this.run = run;
    }

    /** Problems where something has no effect. */
    void judge(List<String> jvmArgs, Optional<JvmProfile> profile) {
        if (!run.takesJvm()) {
            say(
                    CaseReader.JVM.name(),
                    "has no effect: "
                            + (run.attached()
                                    ? "the application runs already (attach)"
                                    : "the command below app holds no {java}"));
        }
        if (!run.takesJvmFlags()) {
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

    /**
     * Problems where the JVM of this host that the profile means does not take the flags of profile and case. Asks no JVM where
     * there are no flags that reach the application.
     *
     * @param objection the JVM's answer to flags; empty where it takes them, or where the profile has no JVM here
     */
    void judgeFlags(
            List<String> jvmArgs,
            JvmProfile profile,
            BiFunction<JvmProfile, List<String>, Optional<String>> objection) {
        List<String> flags = new ArrayList<>(profile.flags());
        flags.addAll(jvmArgs);
        if (!flags.isEmpty() && run.takesJvmFlags()) {
            objection
                    .apply(profile, flags)
                    .ifPresent(said -> say(
                            jvmArgs.isEmpty() ? CaseReader.JVM.name() : CaseReader.JVM_ARGS.name(),
                            "the JVM says: " + said));
        }
    }

    private void say(String key, String text) {
        layers.decides(key).ifPresent(section -> section.problemAt(key, Problem.ofFault(text)));
    }
}
