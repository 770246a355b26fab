package org.ticktoquote.harness.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.host.sockets.SocketTables;

/** Application whose latency is measured. */
public sealed interface ApplicationUnderTest {
    /** Returns a warning for each argument that looks like a secret, and for a port that the application cannot know. */
    default List<String> warnings(RunPlan.Sessions sessions) {
        return List.of();
    }

    /** Returns a warning if the feed uses a free port that the command does not pass to the application. */
    default List<String> feedUnknown(String feed) {
        return List.of();
    }

    /** Returns a hint why the application might accept no logon at this host; empty for none. */
    default String hint(String fixHost) {
        return "";
    }

    /**
     * Built-in pricing application in its own JVM.
     *
     * @param java executable
     * @param jvmFlags flags of its JVM
     * @param truth true to record its processing of each tick
     * @param arguments further arguments, added to those of the run
     */
    record BuiltIn(Path java, List<String> jvmFlags, boolean truth, List<String> arguments)
            implements ApplicationUnderTest {
        public BuiltIn {
            jvmFlags = List.copyOf(jvmFlags);
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<String> warnings(RunPlan.Sessions sessions) {
            return Stream.of(Secret.warnings("--app-args", arguments), Secret.warnings("--jvm-args", jvmFlags))
                    .flatMap(List::stream)
                    .toList();
        }
    }

    /**
     * User's application, started by the harness.
     *
     * @param java executable, for the placeholder
     * @param jvmFlags flags, for the placeholder
     * @param arguments command line with placeholders
     * @param fixPort port of its FIX acceptor; 0 to choose a free port for the placeholder
     */
    record Own(Path java, List<String> jvmFlags, List<String> arguments, int fixPort) implements ApplicationUnderTest {
        /** Placeholder for the executable of a JVM. */
        public static final String JAVA = "{java}";
        /** Placeholder for the port of its FIX acceptor. */
        private static final String FIX_PORT = "{fixPort}";
        /** Placeholder for the host of its FIX acceptor. */
        private static final String FIX_HOST = "{fixHost}";

        /** Placeholder for the port at which clients accept its connections. */
        private static final String ACCEPT_PORT = "{acceptPort}";

        /** Placeholders for the market data. */
        private static final Pattern FEED = Pattern.compile("\\{(feed(Host|Port)?|venue\\..*\\.port)}");

        /** Placeholder for the JVM flags, which can be any number of arguments. */
        public static final String JVM_ARGUMENTS = "{jvmArgs}";

        public Own {
            jvmFlags = List.copyOf(jvmFlags);
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<String> warnings(RunPlan.Sessions sessions) {
            return Stream.of(
                            sessions.accept().map(this::portUnknown).orElseGet(this::portUnknown),
                            Secret.warnings("--app", arguments),
                            Secret.warnings("--jvm-args", jvmFlags))
                    .flatMap(List::stream)
                    .toList();
        }

        /** Returns a hint that the application might listen on the loopback address, which another host cannot reach. */
        @Override
        public String hint(String fixHost) {
            boolean passed = fixHost.equals(Commands.LOOPBACK)
                    || arguments.stream().anyMatch(argument -> argument.contains(FIX_HOST));
            return passed ? "" : "; --app has no " + FIX_HOST + ": check that the application listens at " + fixHost;
        }

        @Override
        public List<String> feedUnknown(String feed) {
            boolean passed = arguments.stream()
                    .anyMatch(argument -> FEED.matcher(argument).find());
            return passed || !feed.matches("[^?#]*:0/?([?#].*)?")
                    ? List.of()
                    : List.of("--app: no {feed}, but --feed " + feed
                            + " selects a free port: the application cannot know the address of its market data");
        }

        private List<String> portUnknown() {
            boolean passed = fixPort != 0 || arguments.stream().anyMatch(argument -> argument.contains(FIX_PORT));
            return passed
                    ? List.of()
                    : List.of("--app: no " + FIX_PORT
                            + " and no --fix-port: the application cannot know at which port its FIX"
                            + " acceptor must listen");
        }

        /** @param accept address to connect to, as in the session template */
        private List<String> portUnknown(String accept) {
            boolean any = accept.equals("0") || accept.endsWith(":0");
            boolean passed = arguments.stream().anyMatch(argument -> argument.contains(ACCEPT_PORT));
            return passed || !any
                    ? List.of()
                    : List.of("--app: no " + ACCEPT_PORT + ", but 'accept: " + accept
                            + "' of the session template selects a"
                            + " free port: the application cannot know where to connect");
        }

        /** Returns whether the command contains the JVM flags. */
        public boolean takesJvmFlags() {
            return arguments.stream().anyMatch(argument -> argument.contains(JVM_ARGUMENTS));
        }
    }

    /**
     * Application that is already running. It must read its market data from the run's feed.
     *
     * @param fix address of its FIX acceptor
     */
    record Attached(Endpoint fix) implements ApplicationUnderTest {
        private static final long POLL_MS = 100;
        private static final int ATTEMPT_MS = 1_000;

        /**
         * Waits for a listener, which can start slowly on a busy host, and refuses the run if there is none within the limit.
         * No effect for a port of another host. Tries a connection only if the kernel shows no listening process, as with a
         * proxy.
         */
        void requireListener(long limitNs) throws InterruptedException {
            SocketTables sockets = new SocketTables();
            long fromNs = System.nanoTime();
            while (SocketTables.isLocal(fix.host()) && !sockets.isListening(fix) && !connects()) {
                if (System.nanoTime() - fromNs > limitNs) {
                    throw Problem.ofFault("no process accepts connections at " + fix + " within "
                                    + TimeUnit.NANOSECONDS.toSeconds(limitNs) + " s: connection refused")
                            .exception(ExitStatus.ENVIRONMENT);
                }
                Thread.sleep(POLL_MS);
            }
        }

        private boolean connects() {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(fix.host(), fix.port()), ATTEMPT_MS);
                return true;
            } catch (IOException refused) {
                return false;
            }
        }
    }
}
