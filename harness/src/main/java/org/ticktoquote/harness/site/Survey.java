package org.ticktoquote.harness.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.plan.ThreadChoice;
import org.ticktoquote.host.need.HostSheet;

/**
 * A host that is asked what it is and has, before anything runs there. Questions refuse when it is another one and cannot be
 * reached any more. Used by one thread.
 */
public interface Survey extends AutoCloseable {
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

    /** Leaves the host as it was found. */
    @Override
    void close();
}
