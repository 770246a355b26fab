package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.source.Host;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.jvm.InstalledJvms;
import org.ticktoquote.harness.remote.RemoteSurvey;
import org.ticktoquote.harness.site.LocalSurvey;
import org.ticktoquote.harness.site.Survey;

/** Hosts that are asked what they are and have: each is reached once, and left at the end. Used by one thread. */
public final class Surveys implements AutoCloseable {
    private final Survey here;
    private final Map<String, Path> given;
    private final Function<InventoryHost, Survey> reach;
    private final Map<InventoryHost, Survey> reached = new HashMap<>();
    private final Map<InventoryHost, Refusal> unreachable = new HashMap<>();

    /**
     * None is reached yet.
     *
     * @param local the host that runs this process
     * @param jvms of this host, and what the user gave for profiles, whose paths are those of a case's host
     */
    public Surveys(Host local, InstalledJvms jvms) {
        this(new LocalSurvey(local, jvms), jvms.given(), other -> RemoteSurvey.open(other, jvms.given()));
    }

    /** Likewise, where other hosts are reached so. */
    Surveys(Survey here, Map<String, Path> given, Function<InventoryHost, Survey> reach) {
        this.here = here;
        this.given = given;
        this.reach = reach;
    }

    /** Home or executable by the name of the profile that the user gave it for. */
    Map<String, Path> given() {
        return given;
    }

    /**
     * A host of a run's inventory; over ssh where it is another one.
     *
     * @throws Refusal naming the host when it cannot be reached
     */
    Survey on(InventoryHost host) {
        if (host.local()) {
            return here;
        }
        Refusal before = unreachable.get(host);
        if (before != null) {
            throw before;
        }
        try {
            return reached.computeIfAbsent(host, reach);
        } catch (Refusal refusal) {
            unreachable.put(host, refusal);
            throw refusal;
        }
    }

    @Override
    public void close() {
        reached.values().forEach(Survey::close);
    }
}
