package org.ticktoquote.harness.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.run.SessionTemplate;
import org.ticktoquote.wire.message.PayloadTickReader;
import org.ticktoquote.wire.run.Selection;
import org.ticktoquote.wire.run.WirePlan;
import org.ticktoquote.wire.stamp.StampFormat;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a run from captures. Filled by picocli. Not thread-safe. */
@OptionGroup(
        value = "Capture contents",
        common = {"--ticks", "--quotes", "--payload", "--plugin", "--session-template", "--stamps", "--profile"})
public final class WireSettings {
    private static final String FIRST_BYTE = "first-byte";
    private static final String LAST_BYTE = "last-byte";

    @Option(
            names = "--ticks",
            paramLabel = "ADDRESS[,CODEC]",
            description = "tick streams: HOST:PORT or :PORT (destination of datagrams, source of connections) or a "
                    + "CompID; CODEC: sbe, fix or fix:TAG, the tag of the tick id (default: detected)")
    private List<String> ticks = List.of();

    @Option(
            names = "--quotes",
            paramLabel = "ADDRESS",
            description = "quote sessions: HOST:PORT or :PORT of the application, or a CompID (default: detected)")
    private List<String> quotes = List.of();

    @Option(
            names = "--payload",
            paramLabel = "FILE",
            description = "YAML file that selects the ticks among datagrams of another protocol; see docs/feed.md")
    private @Nullable Path payload;

    @Option(
            names = "--plugin",
            paramLabel = "JAR",
            description = "jar of the decoder named in --payload, or of a library that it needs; repeatable")
    private List<Path> plugins = List.of();

    @Option(
            names = "--pairs",
            split = ",",
            paramLabel = "SYMBOL",
            description = "symbols in the order of instrument ids, if the capture starts after the feed's definitions")
    private List<String> pairs = List.of();

    @Option(
            names = "--session-template",
            paramLabel = "FILE",
            description = "session template of t2q run, for its symbols and zeroSize; see docs/fix-clients.md")
    private @Nullable Path template;

    @Option(
            names = "--edge",
            defaultValue = LAST_BYTE,
            paramLabel = "BYTE",
            completionCandidates = Edges.class,
            description =
                    "byte whose time is the time of a message: last-byte or first-byte (default: ${DEFAULT-VALUE})")
    private String edge = LAST_BYTE;

    @Mixin
    private final StampOptions stamps = new StampOptions();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "dev",
            completionCandidates = RunSettings.Profiles.class,
            description = "limits of validity: dev or lab (default: ${DEFAULT-VALUE})")
    private String profile = "dev";

    @Mixin
    private final MatchOptions match = new MatchOptions();

    @Mixin
    private final ConflationOptions conflation = new ConflationOptions();

    @Mixin
    private final DeclaredModelOptions model = new DeclaredModelOptions();

    /** Values of {@code --edge}. */
    static final class Edges extends AllowedWords {
        Edges() {
            super(LAST_BYTE, FIRST_BYTE);
        }
    }

    /** Session template as given. */
    public Optional<Path> sessionTemplate() {
        return Optional.ofNullable(template);
    }

    /** Format of timestamps that the user requested; empty to detect it. */
    public Optional<StampFormat> stamps() {
        return stamps.stamps();
    }

    /**
     * Plans the run in a directory.
     *
     * @throws ProblemException with all mistakes
     */
    public WirePlan plan(RunDirectory directory) {
        RunManifest.Declared declared = new RunManifest.Declared(
                match.matching(model.spreadsDeclared()),
                model.model(false, match.byPrice()),
                conflation.conflation(false));
        List<Problem> wrong = new ArrayList<>(match.problems(false));
        wrong.addAll(declared.model().problems());
        wrong.addAll(match.problems(declared));
        new Edges().problem("--edge", edge).ifPresent(wrong::add);
        new RunSettings.Profiles().problem("--profile", profile).ifPresent(wrong::add);
        if (payload == null && !plugins.isEmpty()) {
            wrong.add(Problem.of("--plugin").expected("--payload with it"));
        }
        ProblemException.throwIfAny(wrong);
        if (template != null && !Files.isRegularFile(template)) {
            throw Problem.of("--session-template")
                    .value(template)
                    .fault("is not a file")
                    .exception();
        }
        SessionTemplate read = SessionTemplate.read(sessionTemplate());
        Optional<PayloadTickReader.Declared> payloads = Optional.ofNullable(payload)
                .map(file -> PayloadTickReader.Reader.installed().read(file, plugins));
        payloads.ifPresent(each -> requirePrices(each, declared));
        WirePlan plan = new WirePlan(directory, declared.matching());
        plan.product = "tick-to-quote " + BuildIdentity.own().description();
        plan.profile = profile;
        plan.declared = declared;
        plan.ticks = ticks.stream().map(text -> Selection.of("--ticks", text)).toList();
        plan.payloads = payloads;
        plan.quotes =
                quotes.stream().map(text -> Selection.of("--quotes", text)).toList();
        plan.pairs = pairs;
        plan.names = read.names();
        plan.zeroSizeIsPrice = read.zeroSizeIsPrice();
        plan.firstByte = edge.equals(FIRST_BYTE);
        return plan;
    }

    /** Refuses payloads without prices if matching or a model needs prices. */
    private void requirePrices(PayloadTickReader.Declared payloads, RunManifest.Declared declared) {
        if (!payloads.priced()
                && (!declared.matching().identified() || declared.model().known())) {
            throw Problem.of("--payload")
                    .value(String.valueOf(payload))
                    .fault("has no decoder, so its ticks have no prices")
                    .expected("--match id without a declared model, or 'decoder: NAME' in it")
                    .exception();
        }
    }
}
