package org.ticktoquote.harness.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.harness.jvm.InstalledJvms;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.jvm.JvmInquiry;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.plan.ThreadChoice;
import org.ticktoquote.host.need.HostSheet;
import org.ticktoquote.host.source.Host;

/**
 * The host that runs this process.
 *
 * @param files of it
 * @param jvms that it has, and those that the user gave
 */
public record LocalSurvey(Host files, InstalledJvms jvms) implements Survey {
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

    @Override
    public void close() {
        // nothing was left here
    }
}
