package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.need.HostSheet;
import org.ticktoquote.harness.host.source.Host;
import org.ticktoquote.harness.jvm.InstalledJvms;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.jvm.JvmInquiry;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.remote.RemoteSurvey;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** A host that is asked what it is and what it has. Questions refuse when it is another one and cannot be reached any more. */
interface AskedHost {
    /** What it says of itself. */
    HostSheet sheet();

    /**
     * What a profile means there, or why there is none.
     *
     * @throws Refusal when the path that was given for the profile is no JVM there
     */
    JvmChoice jvm(JvmProfile profile, int leastFeature);

    /** Why a JVM there does not run under these flags; empty when it does. */
    Optional<String> objection(Path java, List<String> flags);

    /** Why threads cannot be placed so there, where these run; empty when they can. */
    Optional<String> objection(ThreadChoice threads, Set<Party> parties);

    /** The host that runs this process. */
    record Here(Host files, InstalledJvms jvms) implements AskedHost {
        @Override
        public HostSheet sheet() {
            return HostSheet.of(files);
        }

        @Override
        public JvmChoice jvm(JvmProfile profile, int leastFeature) {
            return jvms.choose(profile, leastFeature);
        }

        @Override
        public Optional<String> objection(Path java, List<String> flags) {
            return JvmInquiry.objection(java, flags);
        }

        @Override
        public Optional<String> objection(ThreadChoice threads, Set<Party> parties) {
            return threads.objection(files, parties);
        }
    }

    /**
     * Another one.
     *
     * @param given home or executable there by the name of the profile that it is for
     */
    record There(RemoteSurvey survey, Map<String, Path> given) implements AskedHost {
        @Override
        public HostSheet sheet() {
            return survey.sheet();
        }

        @Override
        public JvmChoice jvm(JvmProfile profile, int leastFeature) {
            Path path = given.get(profile.name());
            return survey.jvm(profile, path == null ? "" : path.toString(), leastFeature);
        }

        @Override
        public Optional<String> objection(Path java, List<String> flags) {
            return survey.objection(java, flags);
        }

        @Override
        public Optional<String> objection(ThreadChoice threads, Set<Party> parties) {
            return survey.objection(threads, parties);
        }
    }
}
