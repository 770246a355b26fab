package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.site.Site;

/** Judges an application on another host as soon as that is reached, as {@link Preflight} judges one of this host. */
final class FarApplication {
    private static final int SOME_PORT = 1;

    private FarApplication() {}

    /** Refuses one that cannot be executed there, and flags that its JVM there does not take. */
    static void require(RunPlan plan, RunHosts hosts) {
        Site site = hosts.application();
        if (!site.elsewhere()) {
            return;
        }
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            Endpoint fix = new Endpoint(site.address(), SOME_PORT);
            List<String> command = new Commands(plan, hosts).own(own, "udp://" + site.address() + ":" + SOME_PORT, fix);
            site.requireExecutable(command.get(0));
            requireFlags(site, own.java(), own.jvmFlags());
        } else if (plan.application() instanceof ApplicationUnderTest.BuiltIn builtIn) {
            requireFlags(site, builtIn.java(), builtIn.jvmFlags());
        }
    }

    private static void requireFlags(Site site, Path java, List<String> flags) {
        site.objection(site.java(java), flags).ifPresent(objection -> {
            throw new Refusal(ExitStatus.USAGE, "--jvm-args: host " + site.name() + ": " + objection);
        });
    }
}
