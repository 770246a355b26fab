package org.ticktoquote.comparison.stored;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Removes a run or a matrix from disk: files written by t2q, then empty directories. Never follows or removes links, and
 * keeps foreign files.
 */
public final class Removal {
    private static final int DEEPEST = 3; // case, attempt, harness-share

    private static final String ROLE =
            "(guardian|replayer|pricing-app|fix-clients|harness|control|capture-\\d+|host-agent-[^/]*|deputy-[^/]*)";
    private static final String LATENCIES =
            Stream.of(Latency.values()).map(Latency::file).collect(Collectors.joining("|"));
    /** Names of the files that t2q writes in the directory of a run; all others are foreign. */
    private static final Pattern RUN_FILES = Pattern.compile(
            "(run|slo|summary|statistics|curves|outliers|kept|clients|fix-clients|replayer|harness-share|wire)\\.json"
                    + "|slo\\.xml|application\\.sha256|application\\.jfr\\.jfc|report\\.html"
                    + "|(application|episode-\\d+)(-async)?\\.jfr"
                    + "|threads(-.+)?\\.json|graph\\.json|plan\\.yaml|host-audit(-.+)?\\.json"
                    + "|(ssh-)?" + ROLE + "\\.log|gc(-" + ROLE + ")?\\.log(\\.\\d+)?|hs_err(-" + ROLE
                    + ")?-\\d+\\.log"
                    + "|javacore(-" + ROLE + ")?-\\d+\\.\\d+\\.txt"
                    + "|(ticks|warmup|source-ids|price-gaps|quotes-\\d+|truth-ticks|truth-quotes|hiccups-" + ROLE
                    + ")\\.journal(\\.\\d+)?(\\.gz)?"
                    + "|audit-" + ROLE + "\\.jsonl|evidence-application\\.jsonl|tick-results(-soonest)?\\.bin"
                    + "|(hiccups-" + ROLE + "|(" + LATENCIES + ")(-soonest)?)\\.(hlog|hgrm)"
                    + "|capture-\\d+\\.pcap\\d+"
                    + "|[^/]+\\.part|\\.t2q\\.lock");
    /** Names of the files that t2q writes in the directory of a matrix; all others are foreign. */
    private static final Pattern MATRIX_FILES =
            Pattern.compile("matrix\\.(yaml|json)|gate-plan\\.json|gate\\.(json|md|xml|html)|rate-plan\\.json|slo\\.xml"
                    + "|rate\\.(json|html)|resolved\\.json|comparison\\.json|outliers\\.json"
                    + "|curves\\.csv|plan-[0-9a-f]+\\.yaml"
                    + "|curves-[^/]+\\.svg|index\\.html|[^/]+\\.part|\\.t2q\\.lock");

    private final StoredResult result;
    private final List<Path> foreign = new ArrayList<>();

    public Removal(StoredResult result) {
        this.result = result;
    }

    /**
     * Removes the result while holding its lock.
     *
     * @return foreign files and folders that are kept, in the order found
     * @throws org.ticktoquote.core.command.ProblemException if another process uses the result
     */
    public List<Path> execute() throws IOException {
        try (Claim unused = Claim.folder(result.path(), "t2q prune", "wait until it ends")) {
            if (result.matrix()) {
                clear(result.path(), MATRIX_FILES);
                inner(result.path(), DEEPEST);
            } else {
                run(result.path());
            }
        }
        removeIfEmpty(result.path());
        return foreign;
    }

    /** Removes the runs in the case directories of a matrix. */
    private void inner(Path folder, int depth) throws IOException {
        for (Path each : folders(folder)) {
            if (StoredResult.of(each).isPresent()) {
                run(each);
            } else if (depth > 1) {
                inner(each, depth - 1);
            }
            removeIfEmpty(each);
            nameWhatStays(each);
        }
    }

    private void run(Path directory) throws IOException {
        RunDirectory run = new RunDirectory(directory);
        for (Path inner : List.of(run.harnessShare().path(), run.wire().path())) {
            if (Files.isDirectory(inner, LinkOption.NOFOLLOW_LINKS)) {
                clear(inner, RUN_FILES);
                removeIfEmpty(inner);
            }
        }
        clear(directory, RUN_FILES);
        for (Path each : folders(directory)) {
            nameWhatStays(each);
        }
    }

    /** Reports a folder that still has files unless one of them was reported. */
    private void nameWhatStays(Path folder) throws IOException {
        boolean stays = Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                && list(folder).stream().anyMatch(file -> !Claim.isLock(file));
        if (stays && foreign.stream().noneMatch(file -> file.startsWith(folder))) {
            foreign.add(folder);
        }
    }

    private void clear(Path directory, Pattern known) throws IOException {
        List<Path> manifests = new ArrayList<>();
        for (Path file : list(directory)) {
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || Claim.isLock(file)) {
                continue;
            }
            boolean written = known.matcher(file.getFileName().toString()).matches();
            if (!written || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                foreign.add(file);
            } else if (file.endsWith("run.json") || file.endsWith("matrix.json")) {
                manifests.add(file);
            } else {
                Files.deleteIfExists(file);
            }
        }
        for (Path last : manifests) { // last, so that an interrupted removal is recognizable
            Files.deleteIfExists(last);
        }
    }

    private static void removeIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException somebodyElses) {
            // kept with its contents
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private static List<Path> folders(Path folder) throws IOException {
        return list(folder).stream()
                .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }
}
