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
import org.ticktoquote.core.command.SecretWarning;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.host.sockets.ListeningProcess;

/** The application whose latency is measured. */
public sealed interface ApplicationUnderTest {
    /** A sentence for each of its arguments that looks like a secret, and for a port that it cannot know. */
    default List<String> warnings(RunPlan.Sessions sessions) {
        return List.of();
    }

    /** A sentence where it cannot know where its market data is: the feed has any free port, and nobody tells it which. */
    default List<String> feedUnknown(String feed) {
        return List.of();
    }

    /** What it may lack that takes no logon at this host; empty where nothing is known. */
    default String hint(String fixHost) {
        return "";
    }

    /**
     * The built-in pricing application, in a JVM of its own.
     *
     * @param java executable
     * @param jvmFlags before the program
     * @param truth whether it writes down what it does, tick by tick
     * @param arguments added to those that the run itself needs
     */
    record BuiltIn(Path java, List<String> jvmFlags, boolean truth, List<String> arguments)
            implements ApplicationUnderTest {
        public BuiltIn {
            jvmFlags = List.copyOf(jvmFlags);
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<String> warnings(RunPlan.Sessions sessions) {
            return Stream.of(SecretWarning.of("--app-args", arguments), SecretWarning.of("--jvm-args", jvmFlags))
                    .flatMap(List::stream)
                    .toList();
        }
    }

    /**
     * A user's own application, started by the harness.
     *
     * @param java executable, for the placeholder
     * @param jvmFlags for the placeholder
     * @param arguments its command line with placeholders
     * @param fixPort where its FIX acceptor will listen; 0: a free port is chosen, for the placeholder
     */
    record Own(Path java, List<String> jvmFlags, List<String> arguments, int fixPort) implements ApplicationUnderTest {
        /** Stands for the executable of a JVM. */
        public static final String JAVA = "{java}";
        /** Stands for the port of its FIX acceptor. */
        private static final String FIX_PORT = "{fixPort}";
        /** Stands for the host at which it is to be reached. */
        private static final String FIX_HOST = "{fixHost}";

        /** Stands for the port at which its clients take its connections. */
        private static final String ACCEPT_PORT = "{acceptPort}";

        /** Stands for where market data is. */
        private static final Pattern FEED = Pattern.compile("\\{(feed(Host|Port)?|venue\\..*\\.port)}");

        /** Stands for the JVM flags, any number of arguments. */
        public static final String JVM_ARGUMENTS = "{jvmArgs}";

        public Own {
            jvmFlags = List.copyOf(jvmFlags);
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<String> warnings(RunPlan.Sessions sessions) {
            return Stream.of(
                            sessions.accept().map(this::portUnknown).orElseGet(this::portUnknown),
                            SecretWarning.of("--app", arguments),
                            SecretWarning.of("--jvm-args", jvmFlags))
                    .flatMap(List::stream)
                    .toList();
        }

        /** One that listens at the loopback address cannot be reached from another host. */
        @Override
        public String hint(String fixHost) {
            boolean told = fixHost.equals(Commands.LOOPBACK)
                    || arguments.stream().anyMatch(argument -> argument.contains(FIX_HOST));
            return told ? "" : "; its command holds no " + FIX_HOST + ": does it listen at " + fixHost + "?";
        }

        @Override
        public List<String> feedUnknown(String feed) {
            boolean told = arguments.stream()
                    .anyMatch(argument -> FEED.matcher(argument).find());
            return told || !feed.matches("[^?#]*:0/?([?#].*)?")
                    ? List.of()
                    : List.of("--app: it has no {feed}, and --feed is " + feed
                            + ", which is any free port: the application cannot know where its market data is");
        }

        private List<String> portUnknown() {
            boolean told = fixPort != 0 || arguments.stream().anyMatch(argument -> argument.contains(FIX_PORT));
            return told
                    ? List.of()
                    : List.of(
                            "--app: it has no " + FIX_PORT + ", and there is no --fix-port: the application cannot know"
                                    + " the port at which its FIX acceptor is looked for");
        }

        /** @param accept where it is to connect, as the session template has it */
        private List<String> portUnknown(String accept) {
            boolean any = accept.equals("0") || accept.endsWith(":0");
            boolean told = arguments.stream().anyMatch(argument -> argument.contains(ACCEPT_PORT));
            return told || !any
                    ? List.of()
                    : List.of("--app: it has no " + ACCEPT_PORT + ", and the session template says accept: " + accept
                            + ", which is any free port: the application cannot know where to connect");
        }

        /** Whether the command takes the JVM flags. */
        public boolean takesJvmFlags() {
            return arguments.stream().anyMatch(argument -> argument.contains(JVM_ARGUMENTS));
        }
    }

    /**
     * An application that runs already; it must take its market data from the run's feed.
     *
     * @param fix where its FIX acceptor listens
     */
    record Attached(Endpoint fix) implements ApplicationUnderTest {
        private static final long LOOK_MS = 100;
        private static final int ATTEMPT_MS = 1_000;

        /**
         * Refuses the run if no process takes connections for so long; no effect for a port of another host. The kernel is asked
         * who listens, since starting a process takes long on a busy host; a connection is tried only if it knows of no process,
         * since another one may pass connections on.
         */
        void requireListener(long limitNs) throws InterruptedException {
            ListeningProcess listening = new ListeningProcess();
            long fromNs = System.nanoTime();
            while (ListeningProcess.isLocal(fix.host()) && !listening.anybodyAt(fix.port()) && !connects()) {
                if (System.nanoTime() - fromNs > limitNs) {
                    throw Problem.ofFault("nothing takes connections at " + fix + ", for "
                                    + TimeUnit.NANOSECONDS.toSeconds(limitNs) + " s: connection refused")
                            .refusal(ExitStatus.ENVIRONMENT);
                }
                Thread.sleep(LOOK_MS);
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
