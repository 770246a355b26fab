package org.ticktoquote.host.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.HostFacts;
import org.ticktoquote.host.pingpong.PingpongComparison;
import org.ticktoquote.host.pingpong.PingpongPage;
import org.ticktoquote.host.pingpong.PingpongResult;
import org.ticktoquote.host.pingpong.PingpongRun;
import org.ticktoquote.host.pingpong.PingpongServer;
import org.ticktoquote.host.pingpong.PingpongText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code t2q host pingpong}: round trips between two processes or hosts. */
@Command(
        name = "pingpong",
        description = "Measures UDP or TCP round trips between two processes or hosts.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Without --serve and --connect: starts a server of its own on the loopback",
            "interface and measures that. The open loop sends at intended times whatever",
            "happens, and the response counts from the intended time: a stall delays every",
            "message that it should have carried (no coordinated omission). The closed loop",
            "sends when the last reply is there.",
            "",
            "Examples:",
            "  t2q host pingpong",
            "  t2q host pingpong --serve 10.0.0.1:7400        on the one host",
            "  t2q host pingpong --connect 10.0.0.1:7400 --out before.json",
            "  t2q host pingpong --connect 10.0.0.1:7400 --transport tcp --rate 0",
            "  t2q host pingpong --connect 10.0.0.1:7400 --receive spin --cpu 3",
            "  t2q host pingpong --compare before.json after.json"
        })
public final class PingpongCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--serve",
            paramLabel = "[HOST:]PORT",
            description = "send back what comes; on the loopback interface unless HOST is given; ends with --for, or"
                    + " Ctrl-C")
    private @Nullable String serve;

    @Option(names = "--connect", paramLabel = "HOST:PORT", description = "measure round trips to a server")
    private @Nullable String connect;

    @Option(names = "--compare", arity = "2", paramLabel = "FILE", description = "two results side by side")
    private List<Path> compare = new ArrayList<>();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "how long to serve (default: until Ctrl-C)")
    private @Nullable Long serveNs;

    @Option(names = "--with-input", hidden = true, description = "serve until standard input ends")
    private boolean withInput;

    @Mixin
    private final PingpongOptions options = new PingpongOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "also write the result as JSON")
    private @Nullable Path out;

    @Option(names = "--values", paramLabel = "FILE", description = "also write the moments of every message as CSV")
    private @Nullable Path values;

    @Option(names = "--json", description = "JSON instead of text")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "also as a page with plots, one offline file")
    private @Nullable Path html;

    @Override
    public Integer call() {
        int ways = (serve == null ? 0 : 1) + (connect == null ? 0 : 1) + (compare.isEmpty() ? 0 : 1);
        if (ways > 1) {
            throw Problem.of("--serve, --connect and --compare")
                    .expected("one of them at most")
                    .refusal();
        }
        if (serveNs != null && serve == null) {
            throw Problem.of("--for").expected("only with --serve").refusal();
        }
        boolean measures = serve == null && compare.isEmpty();
        if (!measures && (json || Stream.of(out, values, html).anyMatch(Objects::nonNull))) {
            throw Problem.of("--out, --values, --json and --html")
                    .expected("only with a measurement, not with --serve and --compare")
                    .refusal();
        }
        if (!compare.isEmpty()) {
            PingpongComparison.of(PingpongResult.read(compare.get(0)), PingpongResult.read(compare.get(1)))
                    .forEach(line -> print(line.replaceAll("\\p{Cc}", "?")));
        } else if (serve != null) {
            serve(options.address("--serve", serve));
        } else if (connect != null) {
            measure(options.address("--connect", connect));
        } else {
            try (LocalServer server = LocalServer.start(options.serverArguments())) {
                measure(server.address());
            }
        }
        return ExitStatus.OK.code();
    }

    private void print(String line) {
        PrintWriter output = spec.commandLine().getOut();
        output.println(line);
        output.flush();
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
        PingpongRun run = options.run(address);
        PingpongResult result;
        try (Progress progress = Progress.onStandardError()) {
            result = run.run(list, progress);
        }
        if (file != null) {
            result.write(file);
        }
        if (page != null) {
            PingpongPage.of(result).write(page);
        }
        if (json) {
            print(result.json());
        } else {
            PingpongText.of(result).forEach(this::print);
        }
    }

    private void serve(InetSocketAddress bind) {
        String words = HostFacts.read().getOrDefault("kernel", "");
        try (PingpongServer server =
                PingpongServer.start(options.transport, bind, options.reception(), options.cpu, words)) {
            print("serving " + server.address().getHostString() + ":"
                    + server.address().getPort());
            if (!server.trouble().isEmpty()) {
                print("not granted: " + server.trouble());
            }
            waitForEnd();
        }
    }

    private void waitForEnd() {
        if (withInput) {
            awaitEndOf(System.in);
            return;
        }
        long endNs = serveNs == null ? Long.MAX_VALUE : System.nanoTime() + serveNs;
        while (!Thread.currentThread().isInterrupted() && endNs - System.nanoTime() > 0) {
            LockSupport.parkNanos(this, serveNs == null ? Long.MAX_VALUE : endNs - System.nanoTime());
        }
    }

    private static void awaitEndOf(InputStream input) {
        try {
            while (input.read() >= 0) {
                // nothing is asked of a server
            }
        } catch (IOException closed) {
            return;
        }
    }
}
