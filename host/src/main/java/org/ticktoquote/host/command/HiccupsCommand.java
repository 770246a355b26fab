package org.ticktoquote.host.command;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.hiccups.HiccupsResult;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;
import org.ticktoquote.host.hiccups.HiccupsRun;
import org.ticktoquote.host.hiccups.HiccupsRun.IntervalLog;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code t2q host hiccups}: wake-up delays and spin gaps of every CPU. */
@Command(
        name = "hiccups",
        description = {"Measures wake-up delays and spin gaps of every CPU."},
        sortOptions = false,
        footer = {
            "",
            "Measures CPUs without a load; every run also measures the wake-up delays of its own processes.",
            "Spin-gap measurements use their CPUs completely.",
            "",
            "Examples:",
            "  t2q host hiccups",
            "  t2q host hiccups --duration 60s --cpus 2-7 --hlog idle.hlog",
            "  t2q host hiccups --meters spin-gap --json"
        })
public final class HiccupsCommand extends Subcommand {
    private static final long MIN_INTERVAL_NS = 50_000;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "4s",
            converter = DurationText.class,
            description = "duration of each kind of measurement (default: ${DEFAULT-VALUE})")
    private long durationNs;

    @Option(names = "--cpus", paramLabel = "LIST", description = "CPUs, as in 2-7,12 (default: all allowed CPUs)")
    private @Nullable String cpus;

    @Option(
            names = "--meters",
            split = ",",
            paramLabel = "KIND",
            defaultValue = "wake-up,spin-gap",
            description = "wake-up, spin-gap or both, one after the other (default: ${DEFAULT-VALUE})")
    private List<String> meters = List.of();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1ms",
            converter = DurationText.class,
            description = "interval of scheduled wake-ups (default: ${DEFAULT-VALUE})")
    private long intervalNs;

    @Option(
            names = "--threshold",
            paramLabel = "TIME",
            defaultValue = "2us",
            converter = DurationText.class,
            description = "shortest spin gap to count (default: ${DEFAULT-VALUE})")
    private long thresholdNs;

    @Option(names = "--hlog", paramLabel = "FILE", description = "also write all intervals as .hlog")
    private @Nullable Path hlog;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "also write a page with plots, one offline file")
    private @Nullable Path html;

    @Override
    public Integer call() {
        HiccupsRun run = run();
        try (@Nullable OutputFile page = OutputFile.claimIfGiven(html);
                @Nullable OutputFile log = OutputFile.claimIfGiven(hlog)) {
            return measure(run, page, log);
        }
    }

    private Integer measure(HiccupsRun run, @Nullable OutputFile page, @Nullable OutputFile log) {
        String fingerprint =
                FingerprintReader.of(new LiveHost(), FingerprintReader.ownJvm()).hash();
        HiccupsResult result;
        try (Progress progress = Progress.onStandardError();
                @Nullable IntervalLog intervals = log == null ? null : new IntervalLog(log)) {
            result = run.run(fingerprint, intervals, progress);
        }
        if (page != null) {
            result.report(true).write(page);
        }
        return json ? print(result.json()) : print(result.report(false).lines());
    }

    private HiccupsRun run() {
        if (durationNs < HiccupsRun.MIN_NS) {
            throw Problem.of("--duration")
                    .value(DurationText.format(durationNs))
                    .expected("100ms or more")
                    .exception();
        }
        if (intervalNs < MIN_INTERVAL_NS) {
            throw Problem.of("--interval")
                    .value(DurationText.format(intervalNs))
                    .expected("50us or more")
                    .exception();
        }
        if (thresholdNs < 1) {
            throw Problem.of("--threshold")
                    .value(DurationText.format(thresholdNs))
                    .expected("more than 0")
                    .exception();
        }
        return new HiccupsRun(
                wantedCpus().numbers(),
                meters.stream().map(HiccupsCommand::kind).distinct().toList(),
                durationNs,
                intervalNs,
                thresholdNs);
    }

    private CpuList wantedCpus() {
        Cpus host = Cpus.read(new LiveHost());
        if (cpus == null) {
            return host.allowed();
        }
        Problem wrong = Problem.of("--cpus").value(cpus).expected("some of " + host.allowed() + ", as in 0-1");
        try {
            CpuList wanted = CpuList.parseStrictly(cpus);
            if (host.allowed().containsAll(wanted)) {
                return wanted;
            }
            throw wrong.exception();
        } catch (IllegalArgumentException malformed) {
            throw wrong.exception(malformed);
        }
    }

    private static MeterKind kind(String word) {
        return Arrays.stream(MeterKind.values())
                .filter(kind -> kind.word().equals(word.trim()))
                .findFirst()
                .orElseThrow(() -> Problem.of("--meters")
                        .value(word)
                        .expected("wake-up or spin-gap, or both with a comma")
                        .exception());
    }
}
