package org.ticktoquote.harness.remote;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.remote.DeputyOrders.Begun;
import org.ticktoquote.harness.remote.DeputyOrders.Flags;
import org.ticktoquote.harness.remote.DeputyOrders.Objection;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;
import org.ticktoquote.harness.remote.DeputyOrders.Planned;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.plan.ThreadChoice;
import org.ticktoquote.host.process.JavaCommand;

/**
 * What we have on a host that is reached by ssh: our jar, folders, and a deputy who answers for it.
 *
 * @param jar there, whole path
 * @param begun what the deputy made
 */
record Foothold(InventoryHost host, Ssh ssh, Path jar, Deputy deputy, Begun begun) {
    /** For processes that wait. */
    static final List<String> SMALL_JVM =
            List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+PerfDisableSharedMem");

    private static final Logger LOG = LoggerFactory.getLogger(Foothold.class);

    /**
     * Makes a host ready: sends it our jar unless it has it, and makes the folders of a run.
     *
     * @param run a name that no other run has there
     * @param logs folder for what ssh says
     * @throws Refusal naming the host when it cannot be reached, or lacks something
     */
    static Foothold gain(InventoryHost host, String run, Path logs) {
        Ssh ssh = new Ssh(host);
        Path own = JavaCommand.ownJar()
                .orElseThrow(() -> new Refusal(
                        ExitStatus.ENVIRONMENT, "hosts need t2q.jar, and this process does not run from it"));
        String sha256 = WorkFolder.content(own, "").sha256();
        String jars = host.directory() + "/" + WorkFolder.JARS;
        ssh.begin(jars);
        String jar = jars + "/" + sha256 + ".jar";
        if (!ssh.has(jar, sha256)) {
            RemoteFiles.send(ssh, own, jar, run, sha256);
        }
        Path java = java(host);
        List<String> deputy =
                ssh.alone(JavaCommand.ofJar(java, SMALL_JVM, Path.of(jar)).subcommand("deputy", List.of()));
        Deputy started = Deputy.start(host.name(), host.java(), deputy, log(host, logs));
        try {
            Begun begun = started.begin(new DeputyOrders.Begin(host.directory(), run));
            Path whole = Path.of(begun.work(), WorkFolder.JARS, sha256 + ".jar");
            return new Foothold(host, ssh, whole, started, begun);
        } catch (RuntimeException e) {
            started.close();
            ssh.removeEmpty(WorkFolder.ofRun(host.directory(), run));
            throw e;
        }
    }

    static Path log(InventoryHost host, Path logs) {
        return logs.resolve("ssh-deputy-" + host.name() + ".log");
    }

    private static Path java(InventoryHost host) {
        if (host.java().isEmpty()) {
            return Path.of("java");
        }
        Path said = Path.of(host.java());
        return said.endsWith("java") ? said : said.resolve("bin").resolve("java");
    }

    /** Why a JVM there does not run under these flags; empty when it does. */
    Optional<String> objection(Path java, List<String> flags) {
        return deputy.ask(DeputyOrders.JVM_OBJECTION, new Flags(java.toString(), flags), Objection.class)
                .words();
    }

    /** Why threads cannot be placed so there, where these run; empty when they can. */
    Optional<String> objection(ThreadChoice threads, Set<Party> parties) {
        return deputy.ask(
                        DeputyOrders.THREADS_OBJECTION,
                        new Planned(threads.name(), threads.yaml(), parties),
                        Objection.class)
                .words();
    }

    /** Leaves a host on which nothing has run. */
    void leave() {
        try {
            deputy.ask(DeputyOrders.REMOVE, OfPath.class);
        } catch (Refusal gone) {
            LOG.info("{}: {}", host.name(), gone.getMessage());
        } finally {
            deputy.close();
        }
    }
}
