package org.ticktoquote.harness.matrix.resolution;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostSheet;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;

/** A case on the hosts that there are. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ResolvedCase.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = ResolvedCase.NotRun.class, name = "not-run")
})
public sealed interface ResolvedCase {
    /** The case. */
    TestCase testCase();

    /**
     * A case that can run.
     *
     * @param host where; it said itself that it is what the case needs
     * @param jvm of the application, as it described itself; null when the application brings its own
     * @param jvmFlags of the application: those of the profile, then those of the case
     * @param passedOver why hosts that stand before this one in the inventory were not taken
     */
    record Ready(
            TestCase testCase, InventoryHost host, @Nullable Jvm jvm, List<String> jvmFlags, List<String> passedOver)
            implements ResolvedCase {
        public Ready {
            requireNonNull(testCase, "testCase");
            requireNonNull(host, "host");
            jvmFlags = List.copyOf(jvmFlags);
            passedOver = List.copyOf(passedOver);
        }

        /** What a run of it does in this directory, its threads not placed yet. */
        public RunPlan plan(RunDirectory directory) {
            Optional<Path> java = Optional.ofNullable(jvm).map(found -> Path.of(found.home()));
            return testCase.run()
                    .settings()
                    .plan(directory, new RunSettings.CaseChoice(java, jvmFlags, Optional.of(host.name())));
        }

        /** Why its host is not what the case needs, by what it says of itself now; empty when it is. */
        public Optional<String> objection(HostSheet sheet) {
            HostRequirement need = testCase.host();
            return need.judge(sheet)
                    .map(found -> "no host with " + need.words() + " (" + host.name() + ": " + found + ")");
        }
    }

    /**
     * A case that cannot run here; nothing runs in its place.
     *
     * @param reason for people, saying what is missing and how to give it
     */
    record NotRun(TestCase testCase, String reason) implements ResolvedCase {
        public NotRun {
            requireNonNull(testCase, "testCase");
            requireNonNull(reason, "reason");
        }
    }
}
