package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.SessionTemplate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that define the sessions and their subscriptions. */
@OptionGroup(
        value = "FIX sessions",
        common = {"--sessions", "--pairs", "--session-template"})
final class SessionOptions {
    @Option(
            names = "--sessions",
            paramLabel = "COUNT",
            defaultValue = "25",
            description = "number of FIX sessions, 1 to 1000 (default: ${DEFAULT-VALUE})")
    @Bounds(least = 1, most = 1000, expected = "1..1000")
    private int sessions;

    @Option(
            names = "--pairs",
            hideParamSyntax = true,
            split = ",",
            paramLabel = "COUNT|SYMBOL",
            description = "symbols, or number of pairs (default: 15, or all if fewer)")
    private @Nullable List<String> pairs;

    @Option(
            names = "--session-template",
            paramLabel = "FILE",
            description = "FIX version, CompIDs, logon, TLS and symbols; see docs/fix-clients.md")
    private @Nullable Path template;

    @Mixin
    private final ClientsOptions clients = new ClientsOptions();

    @Mixin
    private final ConflationOptions conflation = new ConflationOptions();

    @Option(names = "--allow-missing", description = "count pairs without a first snapshot instead of ending the run")
    private boolean allowMissing;

    /** Returns invalid values of these options. */
    List<Problem> problems() {
        return Stream.of(this, clients)
                .flatMap(options -> Bounds.Check.problems(options).stream())
                .toList();
    }

    RunPlan.Sessions plan() {
        return new RunPlan.Sessions(
                sessions,
                pairs(),
                Optional.ofNullable(template),
                Optional.ofNullable(template).flatMap(SessionTemplate::accept),
                allowMissing,
                clients,
                false);
    }

    /** Pairs as the user named them; empty for the default. */
    private List<String> pairs() {
        if (pairs == null) {
            return List.of();
        }
        return pairs.isEmpty() ? List.of("") : pairs;
    }

    Conflation conflation(boolean builtIn) {
        return conflation.conflation(builtIn);
    }
}
