package org.ticktoquote.clients;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SetupReader;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.PlannedCommand;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.EndpointText;
import org.ticktoquote.core.run.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code t2q clients}, which receives the quotes. Started by {@code t2q run}, or by hand on another host. */
@Command(
        name = "clients",
        sortOptions = false,
        description = {
            "Connects FIX sessions, subscribes and journals every snapshot.",
            "JSON commands on standard input, one a line (connect, first-snapshots, down, up, "
                    + "stop), and status lines on standard output. Ends at the end of standard input."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  t2q clients --run results/try",
            "      as planned in results/try/clients.json",
            "  t2q clients --run results/try --connect prices.example.com:9001 --session-template bank.yaml",
            "      to another host, with the sessions of bank.yaml",
            "  echo '{\"command\":\"connect\"}' | t2q clients --run results/try",
            "      connect, and end at once",
            "",
            "clients.json:",
            "  {\"connect\": \"127.0.0.1:9001\", \"sessions\": 25, \"expectedSnapshots\": 20000,",
            "   \"echo\": {\"tag\": 278, \"transform\": \"decimal\"},",
            "   \"instruments\": [{\"id\": 0, \"symbol\": \"EUR/USD\"}, {\"id\": 1, \"symbol\": \"USD/JPY\"}]}",
            "",
            "docs/fix-clients.md describes the session template and status lines."
        })
public final class ClientsCommand extends PlannedCommand<ClientsPlan, ClientsProtocol.Planned> {
    @Option(names = "--run", required = true, paramLabel = "DIR", description = "run directory, for quotes-NN.journal")
    private Path run = Path.of("");

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "number of sessions, pairs and address (default: clients.json in the run directory)")
    private @Nullable Path plan;

    @Option(
            names = "--connect",
            paramLabel = "HOST:PORT",
            converter = EndpointText.class,
            description = "address of sessions without one in the template (default: from the plan)")
    private @Nullable Endpoint connect;

    @Option(
            names = "--session-template",
            paramLabel = "FILE",
            description = "YAML file with CompIDs, credentials, TLS and symbols of the sessions")
    private @Nullable Path sessionTemplate;

    @Option(names = "--forward-snapshots", description = "also parse snapshots with QuickFIX/J, like a typical client")
    private boolean forwardSnapshots;

    @Mixin
    private final ClientsOptions options = new ClientsOptions();

    @Option(
            names = "--trace",
            hidden = true,
            description = "Write every message of the sessions to fix-clients.trace; for t2q check-app.")
    private boolean trace;

    @Override
    protected int execute() throws InterruptedException {
        ControlChannel channel = ControlChannel.overStandardStreams();
        try {
            return execute(channel);
        } catch (RuntimeException e) {
            channel.reportFailure(e);
            throw e;
        }
    }

    @Override
    public ClientsProtocol.Planned check() {
        return planned(byHand());
    }

    @Override
    public ClientsProtocol.Planned check(ClientsPlan handed, boolean here) {
        return planned(setup(handed, here));
    }

    private static ClientsProtocol.Planned planned(ClientsSetup setup) {
        return StatusLines.planned(setup, setup.accepts());
    }

    private static ClientsSetup setup(ClientsPlan handed, boolean here) {
        requireNew(new RunDirectory(handed.options().run()).quotes(0));
        return SetupReader.read(handed, here);
    }

    private ClientsSetup byHand() {
        OptionProblems.requireBounds(options);
        Path file = plan == null ? run.resolve(ClientsPlan.FILE) : plan;
        ClientsPlan.Options given = new ClientsPlan.Options(run, sessionTemplate, options, forwardSnapshots, trace);
        ClientsSetup setup = SetupReader.read(file, connect, given, true);
        requireNew(new RunDirectory(run).quotes(0));
        return setup;
    }

    private static void requireNew(Path journal) {
        if (Files.exists(journal)) {
            throw Problem.of("--run")
                    .fault(journal + " already exists")
                    .expected("a new directory")
                    .exception();
        }
    }

    private int execute(ControlChannel channel) throws InterruptedException {
        if (isPlanned()) {
            ClientsPlan handed = channel.plan(ClientsPlan.class);
            return execute(setup(handed, true), handed.options().run(), channel);
        }
        UserPath.folder(run);
        return execute(byHand(), run, channel);
    }

    private static int execute(ClientsSetup setup, Path directory, ControlChannel channel) throws InterruptedException {
        setup.write(directory.resolve("fix-clients.json"));
        return new ClientsProcess(setup, new RunDirectory(directory), channel, System::nanoTime)
                .run()
                .code();
    }
}
