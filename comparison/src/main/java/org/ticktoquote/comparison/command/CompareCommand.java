package org.ticktoquote.comparison.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.comparison.compare.CompareArgument;
import org.ticktoquote.comparison.compare.Comparison;
import org.ticktoquote.comparison.compare.LoadLoop;
import org.ticktoquote.comparison.compare.ValueUnit;
import org.ticktoquote.comparison.report.CompareSections;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q compare}: compares runs, matrices and HdrHistogram files. */
@Command(
        name = "compare",
        description = {"Compares runs, matrices and HdrHistogram files."},
        footer = {
            "",
            "The first input is the baseline.",
            "With three or more runs a side, differences have confidence intervals.",
            "HdrHistogram files only give percentiles and a curve (docs/compare.md).",
            "",
            "Examples:",
            "  t2q compare results/monday results/tuesday --html both.html",
            "  t2q compare old=results/old new=results/new        # folders of runs, or cases of a matrix",
            "  t2q compare results/pv wrk2=wrk2.hgrm:ms jhiccup.hlog --json all.json",
            "  t2q compare all.hlog#reads all.hlog#writes         # two tags of one file"
        })
public final class CompareCommand extends Subcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "[NAME=]PATH[#TAG][:UNIT]",
            description = "2 to 20 runs, directories of runs, matrices, or .hlog and .hgrm files")
    private List<String> given = new ArrayList<>();

    @Option(
            names = "--latency",
            paramLabel = "LATENCY",
            defaultValue = "last-client",
            description = "latency of runs: last-client, median-client or first-client (default: last-client)")
    private String latency = "last-client";

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            description =
                    "unit of the files: ns, us or ms (default: from the file, else ns for .hlog and ms for .hgrm)")
    private @Nullable String unit;

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description = "tag of the lines to read from .hlog files; for one file: FILE.hlog#TAG")
    private @Nullable String tag;

    @Option(
            names = "--loop",
            paramLabel = "LOOP",
            description = "how the tool that wrote the file generated load: open (sent on schedule) or "
                    + "closed (sent after the previous answer) (default: from the file)")
    private @Nullable String loop;

    @Option(names = "--html", paramLabel = "FILE", description = "write a page (.html)")
    private @Nullable Path html;

    @Option(names = "--json", paramLabel = "FILE", description = "write all results as JSON")
    private @Nullable Path json;

    @Override
    public Integer call() {
        Latency chosen = latency();
        @Nullable ValueUnit asked = unit();
        @Nullable LoadLoop sent = loop();
        List<CompareArgument> all = given.stream().map(CompareArgument::parse).toList();
        requireUse("--tag", all.stream().anyMatch(CompareArgument::takesTag), "an .hlog file without #TAG");
        requireUse("--unit", all.stream().anyMatch(CompareArgument::takesUnit), "an .hlog or .hgrm file without :UNIT");
        requireUse("--loop", all.stream().anyMatch(CompareArgument::file), "an .hlog or .hgrm file");
        requireUse("--latency", !all.stream().allMatch(CompareArgument::file), "runs");
        List<Path> paths = all.stream().map(CompareArgument::path).toList();
        NewFile.require("--html", html, paths);
        NewFile.require("--json", json, paths);
        NewFile.requireOther("--html", html, "--json", json);
        try (@Nullable OutputFile page = OutputFile.claimIfGiven(html);
                @Nullable OutputFile file = OutputFile.claimIfGiven(json);
                Progress progress = Progress.onStandardError()) {
            Comparison comparison =
                    Comparison.of(all, chosen, asked, tag, sent, path -> progress.stage("reading " + path));
            Report report = CompareSections.of(comparison);
            if (page != null) {
                report.write(page);
            }
            if (file != null) {
                file.write(comparison.text());
            }
            progress.close();
            return print(report.lines());
        }
    }

    /** Rejects an option that applies to no input, because it is likely a mistake. */
    private void requireUse(String option, boolean used, String of) {
        if (!used && commandLine().getParseResult().hasMatchedOption(option)) {
            throw Problem.of(option).fault("applies to no input").expected(of).exception();
        }
    }

    private Latency latency() {
        List<Latency> known = List.of(Latency.LAST_CLIENT, Latency.MEDIAN_CLIENT, Latency.FIRST_CLIENT);
        return known.stream()
                .filter(one -> one.file().equals(latency))
                .findFirst()
                .orElseThrow(() -> Problem.of("--latency")
                        .value(latency)
                        .expected(known.stream().map(Latency::file).collect(Collectors.joining(", "))
                                + " (one value per tick)")
                        .exception());
    }

    private @Nullable ValueUnit unit() {
        if (unit == null) {
            return null;
        }
        return ValueUnit.of(unit)
                .orElseThrow(() -> Problem.of("--unit")
                        .value(String.valueOf(unit))
                        .expected("ns, us or ms")
                        .exception());
    }

    private @Nullable LoadLoop loop() {
        if (loop == null) {
            return null;
        }
        return LoadLoop.of(loop)
                .orElseThrow(() -> Problem.of("--loop")
                        .value(String.valueOf(loop))
                        .expected("open or closed")
                        .exception());
    }
}
