package org.ticktoquote.host.command;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.pingpong.PingpongResult;
import org.ticktoquote.host.pingpong.PingpongRun;
import org.ticktoquote.host.pingpong.PingpongRun.ReceiveMode;
import org.ticktoquote.host.pingpong.PingpongRun.Transport;
import org.ticktoquote.host.pingpong.PingpongServer;
import org.ticktoquote.host.process.ChildCommand;
import org.ticktoquote.host.process.JavaCommand;
import org.ticktoquote.host.source.LiveHost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code t2q host pingpong}: round trips between two processes or hosts. */
@Command(
        name = "pingpong",
        description = {"Measures UDP or TCP round trips between two processes or hosts."},
        sortOptions = false,
        footer = {
            "",
            "Without --serve and --connect: measures a server of its own on the loopback interface. The open loop",
            "sends on schedule and measures from the intended time, so that a stall counts for every message",
            "due while it lasts (no coordinated omission). The closed loop sends after the previous reply.",
            "",
            "Examples:",
            "  t2q host pingpong",
            "  t2q host pingpong --serve 10.0.0.1:7400        on the other host",
            "  t2q host pingpong --connect 10.0.0.1:7400 --out before.json",
            "  t2q host pingpong --connect 10.0.0.1:7400 --transport tcp --rate 0",
            "  t2q host pingpong --connect 10.0.0.1:7400 --receive spin --cpu 3",
            "  t2q host pingpong --compare before.json after.json"
        })
public final class PingpongCommand extends Subcommand {
    private static final int MIN_MESSAGE_BYTES = 24;
    private static final int MAX_PORT = 65_535;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(500);

    @Option(
            names = "--serve",
            paramLabel = "[HOST:]PORT",
            description = "echo messages, on the loopback interface unless HOST is given; ends with --for or Ctrl-C")
    private @Nullable String serve;

    @Option(names = "--connect", paramLabel = "HOST:PORT", description = "measure round trips to a server")
    private @Nullable String connect;

    @Option(names = "--compare", arity = "2", paramLabel = "FILE", description = "compare two result files")
    private List<Path> compare = new ArrayList<>();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "duration of --serve (default: until Ctrl-C)")
    private @Nullable Long serveNs;

    @Option(names = "--with-input", hidden = true, description = "serve until standard input ends")
    private boolean withInput;

    @Option(
            names = "--transport",
            paramLabel = "T",
            defaultValue = "udp",
            description = "udp or tcp (default: ${DEFAULT-VALUE})")
    private Transport transport = Transport.UDP;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "1000",
            description = "messages per second of the open loop; 0: closed loop (default: ${DEFAULT-VALUE})")
    private int rate;

    @Option(
            names = "--sizes",
            paramLabel = "BYTES",
            split = ",",
            defaultValue = "64,1024",
            description = "message sizes in bytes, measured one after the other (default: ${DEFAULT-VALUE})")
    private List<Integer> sizes = new ArrayList<>();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = DurationText.class,
            description = "duration of each size (default: ${DEFAULT-VALUE})")
    private long durationNs;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationText.class,
            description = "uncounted warm-up; the closed loop sends 1,000 messages instead (default: ${DEFAULT-VALUE})")
    private long warmUpNs;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationText.class,
            description = "time to wait for replies after the last message; in the closed loop also after each message "
                    + "(default: ${DEFAULT-VALUE})")
    private long timeoutNs;

    @Option(
            names = "--receive",
            paramLabel = "WAY",
            defaultValue = "blocking",
            description = "blocking, busy-poll (SO_BUSY_POLL) or spin (uses a whole CPU), "
                    + "in client or server (default: ${DEFAULT-VALUE})")
    private String receive = "";

    @Option(
            names = "--cpu",
            paramLabel = "N",
            defaultValue = "-1",
            description = "CPU of the receiving thread (default: any)")
    private int cpu;

    @Option(names = "--out", paramLabel = "FILE", description = "also write the result as JSON")
    private @Nullable Path out;

    @Option(names = "--values", paramLabel = "FILE", description = "also write the times of every message as CSV")
    private @Nullable Path values;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "also write a page with plots, one offline file")
    private @Nullable Path html;

    @Override
    public Integer call() {
        int ways = (serve == null ? 0 : 1) + (connect == null ? 0 : 1) + (compare.isEmpty() ? 0 : 1);
        if (ways > 1) {
            throw Problem.of("--serve, --connect and --compare")
                    .expected("at most one of them")
                    .exception();
        }
        if (serveNs != null && serve == null) {
            throw Problem.of("--for").expected("only with --serve").exception();
        }
        boolean measures = serve == null && compare.isEmpty();
        if (!measures && (json || Stream.of(out, values, html).anyMatch(Objects::nonNull))) {
            throw Problem.of("--out, --values, --json and --html")
                    .expected("only with a measurement, not with --serve and --compare")
                    .exception();
        }
        if (!compare.isEmpty()) {
            PingpongResult.read(compare.get(0))
                    .comparedWith(PingpongResult.read(compare.get(1)))
                    .forEach(line -> print(line.replaceAll("\\p{Cc}", "?")));
        } else if (serve != null) {
            serve(address("--serve", serve));
        } else if (connect != null) {
            measure(address("--connect", connect));
        } else {
            try (LocalServer server = LocalServer.start(serverArguments())) {
                measure(server.address());
            }
        }
        return ExitStatus.OK.code();
    }

    private ReceiveMode reception() {
        return Arrays.stream(ReceiveMode.values())
                .filter(way -> way.word().equals(receive.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> Problem.of("--receive")
                        .value(receive)
                        .expected("blocking, busy-poll or spin")
                        .exception());
    }

    /** Parses {@code [HOST:]PORT}. The default host is the loopback address. */
    private static InetSocketAddress address(String option, String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[|]$", "");
        String port = text.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MAX_PORT) {
            throw Problem.of(option)
                    .value(text)
                    .expected("HOST:PORT, as in 10.0.0.1:7400")
                    .exception();
        }
        InetSocketAddress address = host.isEmpty()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))
                : new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw Problem.of(option).value(text).fault("is an unknown host").exception(ExitStatus.ENVIRONMENT);
        }
        return address;
    }

    private List<String> serverArguments() {
        checkOptions();
        return List.of("--transport", transport.name(), "--receive", reception().word());
    }

    /** Returns the run that these options describe, or reports all invalid options at once. */
    private PingpongRun plan(InetSocketAddress server) {
        checkOptions();
        return new PingpongRun(transport, server, reception(), sizes, rate, warmUpNs, durationNs, timeoutNs, cpu);
    }

    private void checkOptions() {
        List<Problem> wrong = new ArrayList<>();
        if (rate < 0 || rate > 1_000_000) {
            wrong.add(Problem.of("--rate").value(rate).expected("0 (closed loop) to 1000000"));
        }
        if (sizes.stream().anyMatch(size -> size < MIN_MESSAGE_BYTES || size > transport.longest())) {
            String given = sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
            wrong.add(Problem.of("--sizes")
                    .value(given)
                    .expected(MIN_MESSAGE_BYTES + ".." + transport.longest() + " bytes for "
                            + transport.name().toLowerCase(Locale.ROOT)));
        }
        if (cpu < -1) {
            wrong.add(Problem.of("--cpu").value(cpu).expected("the number of a CPU, or -1 for any"));
        }
        if (durationNs <= 0 || timeoutNs <= 0) {
            wrong.add(Problem.of(durationNs <= 0 ? "--duration" : "--timeout").expected("more than 0"));
        }
        if (PingpongRun.messages(rate, warmUpNs) + PingpongRun.messages(rate, durationNs) > PingpongRun.MAX_MESSAGES) {
            wrong.add(Problem.of("--rate")
                    .value(rate)
                    .fault("makes too many messages in --warm-up or --duration")
                    .expected(PingpongRun.MAX_MESSAGES + " at most"));
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(ExitStatus.USAGE, wrong);
        }
    }

    private void measure(InetSocketAddress address) {
        try (@Nullable OutputFile file = OutputFile.claimIfGiven(out);
                @Nullable OutputFile list = OutputFile.claimIfGiven(values);
                @Nullable OutputFile page = OutputFile.claimIfGiven(html)) {
            measure(address, file, list, page);
        }
    }

    private void measure(
            InetSocketAddress address,
            @Nullable OutputFile file,
            @Nullable OutputFile list,
            @Nullable OutputFile page) {
        PingpongRun run = plan(address);
        PingpongResult result;
        try (Progress progress = Progress.onStandardError()) {
            result = run.run(list, progress);
        }
        if (file != null) {
            result.write(file);
        }
        if (page != null) {
            result.report().write(page);
        }
        print(json ? List.of(result.json()) : result.report().lines());
    }

    private void serve(InetSocketAddress bind) {
        String words = LiveHost.facts().getOrDefault("kernel", "");
        try (PingpongServer server = PingpongServer.start(transport, bind, reception(), cpu, words)) {
            print("serving " + server.address().getHostString() + ":"
                    + server.address().getPort());
            waitForEnd(server);
        }
    }

    /** Waits, and prints refused settings, which are only known after the first connection over TCP. */
    private void waitForEnd(PingpongServer server) {
        if (withInput) {
            awaitEndOf(System.in);
            return;
        }
        String printed = "";
        long endNs = serveNs == null ? Long.MAX_VALUE : System.nanoTime() + serveNs;
        while (!Thread.currentThread().isInterrupted() && endNs - System.nanoTime() > 0) {
            String refused = server.refusedSettings();
            if (!refused.equals(printed)) {
                print("not granted: " + refused);
                printed = refused;
            }
            LockSupport.parkNanos(this, Math.min(POLL_NS, endNs - System.nanoTime()));
        }
    }

    private static void awaitEndOf(InputStream input) {
        try {
            while (input.read() >= 0) {
                // input is ignored; only its end matters
            }
        } catch (IOException closed) {
            return;
        }
    }

    /** Ping-pong server in a separate JVM on the loopback interface. Exits when its standard input ends. */
    static final class LocalServer implements AutoCloseable {
        private static final String SERVING = "serving ";

        private final Process process;
        private final InetSocketAddress address;

        private LocalServer(Process process, InetSocketAddress address) {
            this.process = process;
            this.address = address;
        }

        /** Starts the server on a free port. */
        static LocalServer start(List<String> options) {
            List<String> arguments = new ArrayList<>(List.of("pingpong", "--serve", "127.0.0.1:0", "--with-input"));
            arguments.addAll(options);
            List<String> command =
                    new JavaCommand(JavaCommand.ownJava(), List.of("-Xms64m", "-Xmx64m")).subcommand("host", arguments);
            try {
                Process process = new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                return new LocalServer(process, address(process));
            } catch (IOException e) {
                throw Problem.ofFault("the server cannot be started: " + IoReason.of(e))
                        .exception(ExitStatus.ENVIRONMENT, e);
            }
        }

        private static InetSocketAddress address(Process process) throws IOException {
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (line == null || !line.startsWith(SERVING)) {
                process.destroyForcibly();
                throw new IOException(line == null ? "it ended immediately" : line);
            }
            int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        InetSocketAddress address() {
            return address;
        }

        @Override
        public void close() {
            ChildCommand.end(process);
        }
    }
}
