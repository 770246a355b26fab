package org.ticktoquote.harness.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of {@code t2q run} for a whole matrix. */
@OptionGroup(
        value = "Result",
        common = {"--resume"})
final class MatrixOptions {
    /** Options allowed with a matrix. The other options of a run are keys of the matrix. */
    private static final Set<String> ALLOWED = Set.of("--out", "--jvm", "--require-all", "--resume");

    @Parameters(
            arity = "0..1",
            paramLabel = "MATRIX",
            description = "pv, pv-full, jvm or a file: run all cases of a test matrix")
    private @Nullable String matrix;

    @Option(names = "--resume", paramLabel = "DIR", description = "resume the matrix of this directory")
    private @Nullable Path resumed;

    @Option(
            names = "--require-all",
            description = "refuse a matrix (status 6) if a case cannot run on this host, instead of skipping the case")
    private boolean requireAll;

    /** Returns whether to run a matrix rather than a single run. */
    boolean isGiven() {
        if (requireAll && matrix == null && resumed == null) {
            throw Problem.of("--require-all").expected("only with a matrix").exception();
        }
        return matrix != null || resumed != null;
    }

    ExitStatus run(CommandLine command, @Nullable Path out, List<String> jvms) {
        command.getParseResult().matchedOptions().stream()
                .filter(option -> !ALLOWED.contains(option.longestName()))
                .findFirst()
                .ifPresent(option -> {
                    throw Problem.of(option.longestName())
                            .fault("applies to single runs"
                                    + MatrixReader.setting(
                                                    option.longestName(),
                                                    option.paramLabel().isEmpty() ? "true" : option.paramLabel())
                                            .map(yaml ->
                                                    ". A matrix sets it in its file as " + yaml + " (t2q matrix show)")
                                            .orElse(""))
                            .exception();
                });
        if (resumed != null && (matrix != null || out != null)) {
            throw Problem.of("--resume")
                    .expected("no options but --require-all, and --jvm for cases that could not run yet")
                    .exception();
        }
        MatrixJob job = new MatrixJob(command.getOut(), requireAll);
        return resumed == null ? job.begin(String.valueOf(matrix), out, paths(jvms)) : job.resume(resumed, paths(jvms));
    }

    private static Map<String, Path> paths(List<String> jvms) {
        Map<String, Path> paths = new LinkedHashMap<>();
        for (String jvm : jvms) {
            int equals = jvm.indexOf('=');
            if (equals <= 0 || equals == jvm.length() - 1) {
                throw Problem.of("--jvm")
                        .value(jvm)
                        .expected("NAME=PATH for a matrix, as in zing=/opt/zing")
                        .exception();
            }
            paths.put(jvm.substring(0, equals), Path.of(jvm.substring(equals + 1)));
        }
        return paths;
    }
}
