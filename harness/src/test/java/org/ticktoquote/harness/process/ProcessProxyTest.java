package org.ticktoquote.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.control.ChildPlan;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.host.process.JavaCommand;

/** A proxy without a network: starts locally what ssh would start on another host. */
class ProcessProxyTest {
    @TempDir
    private Path directory;

    private final BlockingQueue<Child.Event> events = new LinkedBlockingQueue<>();
    private Child child;

    /** Variable of the proxy's environment. */
    private String variable = "NONE=";

    /** A remote host that is this host. */
    private final class ProxyHost implements ExecutionHost {
        @Override
        public String name() {
            return "b";
        }

        @Override
        public boolean isRemote() {
            return true;
        }

        @Override
        public List<String> t2qCommand(List<String> command) {
            return proxied(List.of(), command);
        }

        @Override
        public List<String> userCommand(List<String> command, String role) {
            return proxied(List.of("--foreign", directory.resolve(role + ".log").toString()), command);
        }

        private List<String> proxied(List<String> options, List<String> command) {
            List<String> arguments = new ArrayList<>(options);
            arguments.add("--");
            arguments.addAll(command);
            List<String> proxy = new ArrayList<>(List.of("env", variable));
            proxy.addAll(new JavaCommand(JavaCommand.ownJava(), JavaCommand.SMALL_JVM)
                    .subcommand("process-proxy", arguments));
            return proxy;
        }
    }

    @AfterEach
    void kill() {
        if (child != null) {
            child.group().kill();
        }
    }

    private Child ours(String script) throws Exception {
        child = Child.t2qProcess(
                "child", new ProxyHost(), List.of("sh", "-c", script), directory.resolve("child.log"), List.of(events));
        return child;
    }

    private Child foreign(String... command) throws Exception {
        return foreign(List.of(command));
    }

    private Child foreign(List<String> command) {
        child = Child.userProcess("app", new ProxyHost(), command, directory.resolve("app.log"), events);
        return child;
    }

    private ProcessEnd awaitEnd() throws InterruptedException {
        for (Child.Event event = next(); event.line() != null; event = next()) {
            assertThat(event.child()).isSameAs(child);
        }
        return child.outcome();
    }

    private Child.Event next() throws InterruptedException {
        Child.Event event = events.poll(60, TimeUnit.SECONDS);
        assertThat(event).as("an event").isNotNull();
        return event;
    }

    private void awaitStart() {
        await().atMost(ONE_MINUTE)
                .until(() -> Files.readString(directory.resolve("app.log")).contains("started"));
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private long awaitPid() {
        await().atMost(ONE_MINUTE).until(() -> child.clockElsewhere().isPresent());
        return child.pid();
    }

    @Test
    void passesLinesBothWaysAndReportsTheExitStatus() throws Exception {
        ours("read line; echo '{\"status\":\"heard\"}'; exit 255");
        child.send(ControlCommand.of("go"));
        assertThat(next().line().status()).isEqualTo("heard");
        ProcessEnd end = awaitEnd();
        assertThat(end.end()).isNotEqualTo(ProcessEnd.LOST);
        assertThat(end.exitStatus()).isEqualTo(255);
        assertThat(child.clockElsewhere()).contains(ClockIdentity.own());
    }

    @Test
    void startsAJvmOfT2qDespiteACollectorInTheEnvironment() throws Exception {
        variable = "JAVA_TOOL_OPTIONS=-XX:+UseG1GC -Xms128m";
        List<String> jvm = List.of(JavaCommand.ownJava().toString(), "-XX:+UseSerialGC", "-version", ChildPlan.OPTION);
        child = Child.t2qProcess("child", new ProxyHost(), jvm, directory.resolve("child.log"), List.of(events));
        assertThat(awaitEnd().exitStatus()).isZero();
    }

    @Test
    void reportsThatASignalEndedTheProcess() throws Exception {
        ours("kill -9 $$");
        ProcessEnd end = awaitEnd();
        assertThat(end.end()).isEqualTo(ProcessEnd.KILLED);
        assertThat(end.cause()).startsWith("killed by signal 9");
    }

    @Test
    void isLostIfTheConnectionEndsUnexpectedly() throws Exception {
        ours("exec sleep 600");
        long pid = awaitPid();
        child.group().kill();
        ProcessEnd end = awaitEnd();
        assertThat(end.end()).isEqualTo(ProcessEnd.LOST);
        assertThat(end.cause()).isEqualTo("the connection to b ended");
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void endsAForeignApplicationWhenTheConnectionCloses() throws Exception {
        foreign("sh", "-c", "sleep 600 & echo started; sleep 600");
        long pid = awaitPid();
        awaitStart();
        List<ProcessHandle> all =
                ProcessHandle.of(pid).orElseThrow().descendants().toList();
        child.closeInput();
        await().atMost(ONE_MINUTE).until(() -> !alive(pid));
        assertThat(all).isNotEmpty();
        await().atMost(ONE_MINUTE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void killsAnApplicationThatIgnoresTheRequestToEnd() throws Exception {
        foreign("sh", "-c", "trap '' TERM; echo started; while true; do sleep 0.1; done");
        long pid = awaitPid();
        awaitStart();
        child.end(false, TimeUnit.MILLISECONDS.toNanos(200));
        await().atMost(ONE_MINUTE).until(() -> !alive(pid));
        assertThat(child.outcome().end()).isEqualTo(ProcessEnd.HUNG);
    }

    @Test
    void awaitsTheApplicationOfAWrapperScript() throws Exception {
        foreign(ChildTest.wrapped(directory, "sleep 1; touch done; exit"));
        awaitPid();
        awaitStart();
        child.end(false, TimeUnit.SECONDS.toNanos(60));
        assertThat(child.outcome().end()).isEqualTo(ProcessEnd.NORMAL);
        assertThat(directory.resolve("done")).exists();
    }

    @Test
    void reportsThatTheProgramDoesNotExist() throws Exception {
        foreign("/no/such/program");
        awaitEnd();
        assertThat(child.neverExecuted()).isTrue();
    }
}
