package org.ticktoquote.comparison.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.stored.LatestLink;
import org.ticktoquote.comparison.stored.Removal;
import org.ticktoquote.comparison.stored.StoredResult;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q prune}: lists old runs and matrices, and removes them on request. */
@Command(
        name = "prune",
        description = {"Lists or removes old runs and matrices."},
        sortOptions = false,
        footer = {
            "",
            "--keep and --older-than together remove only directories that neither keeps. Files and directories",
            "not written by t2q, and directories in use, are kept. Links are not followed.",
            "",
            "Examples:",
            "  t2q prune                              list all with their sizes",
            "  t2q prune --keep 20                    list all but the newest 20",
            "  t2q prune --older-than 30d --yes       remove all that began more than 30 days ago",
            "  t2q prune /data/results --keep 5 --older-than 12h --yes"
        })
public final class PruneCommand extends Subcommand {
    private static final Pattern AGE = Pattern.compile("([0-9]{1,6})(min|h|d|w)");
    private static final double MB = 1e6;

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "directory of runs and matrices (default: results)")
    private Path folder = LatestLink.RESULTS;

    @Option(names = "--keep", paramLabel = "N", description = "keep the newest N")
    private @Nullable Integer keep;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            description = "keep runs younger than AGE, as in 30d; units min, h, d, w")
    private @Nullable String olderThan;

    @Option(names = "--yes", description = "remove them instead of listing them")
    private boolean yes;

    @Override
    public Integer call() {
        if (keep != null && keep < 0) {
            throw Problem.of("--keep").value(keep).expected("0 or more").exception();
        }
        if (yes && keep == null && olderThan == null) {
            throw Problem.of("--yes")
                    .expected("--keep or --older-than with it (they select what to keep)")
                    .exception();
        }
        Instant limit = olderThan == null ? Instant.MAX : Instant.now().minus(age(olderThan));
        UserPath.folder(folder);
        if (StoredResult.of(folder).isPresent()) {
            throw Problem.of(folder)
                    .fault("is a run or matrix")
                    .expected("the directory that contains runs and matrices")
                    .exception();
        }
        return FileAccess.run(
                folder,
                "cannot be read",
                ExitStatus.ENVIRONMENT,
                () -> prune(StoredResult.in(folder), limit).code());
    }

    private static Duration age(String text) {
        Matcher matcher = AGE.matcher(text);
        if (!matcher.matches()) {
            throw Problem.of("--older-than")
                    .value(text)
                    .expected("a whole number with the unit min, h, d or w, as in 30d")
                    .exception();
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "min" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }

    private ExitStatus prune(List<StoredResult> all, Instant limit) throws IOException {
        boolean rule = keep != null || olderThan != null;
        List<StoredResult> chosen = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        ExitStatus status = ExitStatus.OK;
        for (int i = 0; i < all.size(); i++) {
            StoredResult each = all.get(i);
            boolean kept =
                    !rule || keep != null && i < keep || !each.startedAt().isBefore(limit);
            Optional<String> holder = Claim.holder(each.path());
            rows.add(row(kept || holder.isPresent() ? "keep" : yes ? "remove" : "would remove", each, holder));
            if (!kept && holder.isEmpty()) {
                chosen.add(each);
            } else if (!kept && yes) {
                status = ExitStatus.ENVIRONMENT;
            }
        }
        if (!rows.isEmpty()) {
            print(TextTable.lines(Table.of("", Column.all("began", "size", "is", "directory"), rows)));
        }
        print(String.format(
                Locale.ROOT,
                "%s: %d of %d, %,.1f MB of %,.1f MB",
                yes ? "to be removed" : "would be removed",
                chosen.size(),
                all.size(),
                megabytes(chosen),
                megabytes(all)));
        if (!rule) {
            print("Select what to keep with --keep N, --older-than AGE or both.");
        } else if (!yes && !chosen.isEmpty()) {
            print("Nothing was removed. Add --yes to remove.");
        }
        for (Problem unclear : StoredResult.unclear(folder)) {
            print("kept: " + unclear.text());
        }
        ExitStatus removed = yes ? remove(chosen) : ExitStatus.OK;
        return removed == ExitStatus.OK ? status : removed;
    }

    private ExitStatus remove(List<StoredResult> chosen) throws IOException {
        ExitStatus status = ExitStatus.OK;
        for (StoredResult each : chosen) {
            try {
                new Removal(each).execute().forEach(file -> print("kept: " + file + ": not written by t2q"));
            } catch (ProblemException held) {
                print("kept: " + held.getMessage());
                status = held.status();
            } catch (IOException e) {
                print("kept: "
                        + Problem.of(each.path()).fault("cannot be removed", e).text());
                status = ExitStatus.ENVIRONMENT;
            }
        }
        LatestLink.repair(folder, chosen);
        return status;
    }

    private static Row row(String what, StoredResult one, Optional<String> holder) {
        String held = holder.map(who -> ": in use by " + who).orElse("");
        return Row.of(
                what,
                "",
                List.of(
                        Cell.text(one.startedAt().toString()),
                        Cell.number(String.format(Locale.ROOT, "%,.1f MB", one.bytes() / MB)),
                        Cell.text(one.matrix() ? "matrix" : "run"),
                        Cell.text(one.path() + held)));
    }

    private static double megabytes(List<StoredResult> some) {
        return some.stream().mapToLong(StoredResult::bytes).sum() / MB;
    }
}
