package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.harness.hosts.RunHost;

/** Judges an application on another host as soon as that is reached, as {@link Preflight} judges one of this host. */
final class FarApplication {
    private static final int SOME_PORT = 1;

    private FarApplication() {}

    /** Refuses one that cannot be executed there, and flags that its JVM there does not take. */
    static void require(RunPlan plan, RunHosts hosts) {
        RunHost host = hosts.application();
        if (!host.elsewhere()) {
            return;
        }
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            Endpoint fix = new Endpoint(host.address(), SOME_PORT);
            List<String> command = new Commands(plan, hosts).own(own, Commands.SOME_FEED, fix);
            host.operations().requireExecutable(command.get(0));
            requireFlags(host, own.java(), own.jvmFlags());
        } else if (plan.application() instanceof ApplicationUnderTest.BuiltIn builtIn) {
            requireFlags(host, builtIn.java(), builtIn.jvmFlags());
        }
    }

    private static void requireFlags(RunHost host, Path java, List<String> flags) {
        host.operations().flagsObjection(host.operations().java(java), flags).ifPresent(objection -> {
            throw Problem.of("--jvm-args")
                    .fault("host " + host.name() + ": " + objection)
                    .refusal();
        });
    }
}
