package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.harness.run.HandedOptions;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.process.CommandText;
import picocli.CommandLine.Option;

/** Who receives what. */
@OptionGroup("FIX sessions")
final class SessionOptions {
    private static final int MOST_SESSIONS = 1000;
    private static final int MOST_IO_THREADS = 256;
    private static final long LONGEST_INTERVAL_NS = TimeUnit.HOURS.toNanos(1);

    @Option(
            names = "--sessions",
            paramLabel = "COUNT",
            defaultValue = "25",
            description = "FIX sessions (default: ${DEFAULT-VALUE})")
    private int sessions;

    @Option(
            names = "--pairs",
            split = ",",
            paramLabel = "COUNT|SYMBOL",
            description =
                    "symbols, or how many of the recording's pairs each session subscribes to (default: 15, or all"
                            + " where there are fewer)")
    private @Nullable List<String> pairs;

    @Option(
            names = "--session-template",
            paramLabel = "FILE",
            description =
                    "YAML with FIX version, CompIDs, logon, TLS and symbols of the sessions; see docs/fix-clients.md")
    private @Nullable Path template;

    @Option(
            names = "--io-threads",
            paramLabel = "COUNT",
            description = "threads of the clients that read and write the connections of all sessions (default: one for"
                    + " four CPUs of their host, 1 to 8)")
    private @Nullable Integer ioThreads;

    @Option(
            names = "--clients-args",
            defaultValue = "",
            paramLabel = "OPTIONS",
            description = "further options of the clients; see t2q clients --help")
    private String arguments = "";

    @Option(
            names = "--conflation",
            paramLabel = "POLICY",
            description = "declared: none, unknown, or an interval as in 10ms (default: none; unknown for --app and"
                    + " --attach)")
    private @Nullable String conflation;

    @Option(
            names = "--suppress-unchanged",
            description = "declared: nothing is sent when the price is again the one that the session was sent last")
    private boolean suppressUnchanged;

    @Option(names = "--allow-missing", description = "count pairs without a first snapshot instead of ending the run")
    private boolean allowMissing;

    /** What is wrong with the options by themselves. */
    List<Problem> mistakes() {
        List<Problem> wrong = new ArrayList<>();
        if (sessions < 1 || sessions > MOST_SESSIONS) {
            wrong.add(Problem.of("--sessions").value(sessions).expected("1.." + MOST_SESSIONS));
        }
        if (ioThreads != null && (ioThreads < 1 || ioThreads > MOST_IO_THREADS)) {
            wrong.add(Problem.of("--io-threads").value(ioThreads).expected("1.." + MOST_IO_THREADS));
        }
        wrong.addAll(HandedOptions.CLIENTS.mistakes(further()));
        return wrong;
    }

    RunPlan.Sessions plan() {
        return new RunPlan.Sessions(
                sessions,
                pairs(),
                Optional.ofNullable(template),
                TemplateAccept.of(template),
                allowMissing,
                arguments());
    }

    /** As the user named them; empty for the default. */
    private List<String> pairs() {
        if (pairs == null) {
            return List.of();
        }
        return pairs.isEmpty() ? List.of("") : pairs;
    }

    /** The declared policy; nothing is known of somebody else's application that declares none. */
    Conflation conflation(boolean builtIn) {
        if (conflation == null) {
            return new Conflation(builtIn ? Conflation.NONE : Conflation.UNKNOWN, 0, suppressUnchanged);
        }
        if (conflation.equals(Conflation.NONE) || conflation.equals(Conflation.UNKNOWN)) {
            return new Conflation(conflation, 0, suppressUnchanged);
        }
        return new Conflation(Conflation.INTERVAL, intervalNs(conflation), suppressUnchanged);
    }

    private static long intervalNs(String text) {
        try {
            long intervalNs = DurationText.parse(text);
            if (intervalNs > 0 && intervalNs <= LONGEST_INTERVAL_NS) {
                return intervalNs;
            }
        } catch (Refusal e) {
            throw conflationRefused(text, e);
        }
        throw conflationRefused(text, null);
    }

    private static Refusal conflationRefused(String text, @Nullable Exception cause) {
        return Problem.of("--conflation")
                .value(text)
                .expected("none, unknown, or an interval above 0 and up to 1h, as in 10ms")
                .refusal(cause);
    }

    /** What the clients are given of these. */
    private List<String> arguments() {
        List<String> all = new ArrayList<>();
        if (ioThreads != null) {
            all.addAll(List.of("--io-threads", ioThreads.toString()));
        }
        all.addAll(further());
        return all;
    }

    private List<String> further() {
        return Refusal.under("--clients-args", () -> CommandText.split(arguments));
    }
}
