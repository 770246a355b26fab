package org.ticktoquote.harness.matrix.resolution;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;

/** Case resolved on the available hosts. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ResolvedCase.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = ResolvedCase.NotRun.class, name = "not-run")
})
public sealed interface ResolvedCase {
    TestCase testCase();

    /** Returns the record of this case without attempts. */
    default CaseRecord record() {
        return new CaseRecord(
                testCase().name(),
                testCase().description(),
                testCase().coordinates(),
                testCase().beside(),
                testCase().limits(),
                testCase().serviceLevels(),
                this instanceof NotRun notRun ? notRun.reason() : "",
                List.of());
    }

    /**
     * A case that can run.
     *
     * @param host host that meets the case's requirements
     * @param jvm JVM of the application with its reported properties; null if the application brings its own
     * @param jvmFlags flags of the profile, followed by flags of the case
     * @param passedOver reasons why earlier hosts of the inventory were not chosen
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

        /** Plans a run in this directory, without placement of threads. */
        public RunPlan plan(RunDirectory directory) {
            Optional<Path> java = Optional.ofNullable(jvm).map(found -> Path.of(found.home()));
            return testCase.run()
                    .settings()
                    .plan(directory, new RunSettings.CaseChoice(java, jvmFlags, Optional.of(host.name())));
        }

        /** Returns why the host's current properties do not meet the requirements; empty if they do. */
        public Optional<String> problem(HostProperties sheet) {
            HostRequirement need = testCase.host();
            return need.check(sheet)
                    .map(found -> "no host with " + need.description() + " (" + host.name() + ": " + found + ")");
        }
    }

    /**
     * A case that cannot run here.
     *
     * @param reason text for users: what is missing and how to provide it
     */
    record NotRun(TestCase testCase, String reason) implements ResolvedCase {
        public NotRun {
            requireNonNull(testCase, "testCase");
            requireNonNull(reason, "reason");
        }
    }
}
