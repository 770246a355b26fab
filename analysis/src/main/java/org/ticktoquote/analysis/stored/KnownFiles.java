package org.ticktoquote.analysis.stored;

import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;

/** The names that t2q gives to the files of a run and of a matrix: whatever else stands in their directories is somebody else's. */
final class KnownFiles {
    private static final String ROLE =
            "(guardian|replayer|pricing-app|fix-clients|harness|host-agent-[^/]*|deputy-[^/]*)";
    private static final String LATENCIES =
            Stream.of(Latency.values()).map(Latency::file).collect(Collectors.joining("|"));
    private static final Pattern RUN =
            Pattern.compile("(run|summary|statistics|curves|kept|clients|fix-clients|harness-share)\\.json"
                    + "|application\\.sha256|report\\.html|threads(-.+)?\\.json|host-audit(-.+)?\\.json"
                    + "|(ssh-)?" + ROLE + "\\.log|gc(-" + ROLE + ")?\\.log(\\.\\d+)?|hs_err(-" + ROLE + ")?-\\d+\\.log"
                    + "|javacore(-" + ROLE + ")?-\\d+\\.\\d+\\.txt"
                    + "|(ticks|warmup|quotes-\\d+|truth-ticks|truth-quotes|hiccups-" + ROLE
                    + ")\\.journal(\\.\\d+)?(\\.gz)?"
                    + "|audit-" + ROLE + "\\.jsonl|tick-results(-soonest)?\\.bin"
                    + "|(hiccups-" + ROLE + "|(" + LATENCIES + ")(-soonest)?)\\.(hlog|hgrm)"
                    + "|[^/]+\\.part|\\.t2q\\.lock");
    private static final Pattern MATRIX = Pattern.compile(
            "matrix\\.(yaml|json)|gate-plan\\.json|gate\\.(json|md|xml|html)|resolved\\.json|comparison\\.json|curves\\.csv"
                    + "|curves-[^/]+\\.svg|index\\.html|[^/]+\\.part|\\.t2q\\.lock");

    private KnownFiles() {}

    static boolean ofRun(Path file) {
        return RUN.matcher(file.getFileName().toString()).matches();
    }

    static boolean ofMatrix(Path file) {
        return MATRIX.matcher(file.getFileName().toString()).matches();
    }
}
