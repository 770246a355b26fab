package org.ticktoquote.harness.cli;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.ticktoquote.analysis.export.ExportDirectory;
import org.ticktoquote.analysis.export.ExportTable;
import org.ticktoquote.analysis.export.ExportedRun;
import org.ticktoquote.analysis.export.RowWriter;
import org.ticktoquote.analysis.export.RunExport;
import org.ticktoquote.analysis.export.TableFormat;
import org.ticktoquote.comparison.stored.StoredResult;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.program.ProductJar;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q export}: exports runs as Parquet tables. */
@Command(
        name = "export",
        description = {"Exports ticks, snapshots and outcomes of runs as Parquet tables."},
        footer = {
            "",
            "Tables: runs, ticks, snapshots and outcomes, partitioned by case and run (docs/export.md). A run",
            "without a matrix has the case 'single'. Needs t2q-export.jar next to t2q.jar; ./t2q in a checkout",
            "builds it.",
            "",
            "Examples:",
            "  t2q export results/latest --parquet /data/run",
            "  t2q export results/2026-11-20T141200-pv --parquet /data/pv     # all complete runs of a matrix",
            "  duckdb -c \"SELECT outcome, count(*) FROM '/data/pv/outcomes/**/*.parquet' GROUP BY ALL\""
        })
public final class ExportCommand extends Subcommand {
    private static final List<ExportTable> TABLES =
            List.of(ExportTable.RUNS, ExportTable.TICKS, ExportTable.SNAPSHOTS, ExportTable.OUTCOMES);
    /** Separate from {@code t2q.jar}, because it contains a database engine. */
    private static final ProductJar JAR = new ProductJar("t2q-export.jar", "./t2q export");

    @Parameters(arity = "1..*", paramLabel = "RUN|MATRIX", description = "directories of analysed runs or matrices")
    private List<Path> given = new ArrayList<>();

    @Option(
            names = "--parquet",
            required = true,
            paramLabel = "DIR",
            description = "directory of the tables, new or empty")
    private Path out;

    /** Size of a table. */
    private static final class Size {
        private long rows;
        private long bytes;
        private long files;
    }

    @Override
    public Integer call() {
        given.forEach(UserPath::folder);
        return FileAccess.run(out, "cannot be written", ExitStatus.ENVIRONMENT, () -> {
            Path file = JAR.file();
            try (URLClassLoader jar =
                            new URLClassLoader(new URL[] {file.toUri().toURL()}, ExportCommand.class.getClassLoader());
                    Progress progress = Progress.onStandardError()) {
                List<RunExport> runs = opened();
                try (ExportDirectory folder = ExportDirectory.claim(out);
                        TableFormat format = format(file, jar)) {
                    Map<String, Size> sizes = new LinkedHashMap<>();
                    for (RunExport run : runs) {
                        progress.stage("exporting " + run.run().directory().path());
                        for (ExportTable table : TABLES) {
                            write(run, table, folder, format, sizes.computeIfAbsent(table.name(), name -> new Size()));
                        }
                    }
                    folder.complete();
                    progress.close();
                    print(runs.size(), sizes);
                }
                return ExitStatus.OK.code();
            }
        });
    }

    /** Opens all runs before anything is written. */
    private List<RunExport> opened() throws IOException {
        List<RunExport> runs = new ArrayList<>();
        for (ExportedRun run : StoredResult.runs(given)) {
            Path path = run.directory().path();
            Optional<String> holder = Claim.holder(path);
            if (holder.isPresent()) {
                throw Problem.of(path)
                        .fault(holder.get() + " is using it; wait until it ends")
                        .exception(ExitStatus.ENVIRONMENT);
            }
            runs.add(RunExport.of(run));
        }
        if (runs.isEmpty()) {
            throw Problem.of(given.get(0)).fault("has no complete run").exception(ExitStatus.BAD_INPUT);
        }
        return runs;
    }

    private static void write(RunExport run, ExportTable table, ExportDirectory folder, TableFormat format, Size size)
            throws IOException {
        Path to = folder.folder(table.name(), run.run().partition());
        try (RowWriter rows = format.begin(table, to)) {
            run.write(table, rows);
            size.rows += rows.rows();
        }
        for (Path file : ExportDirectory.entries(to)) {
            size.bytes += Files.size(file);
            size.files++;
        }
    }

    private void print(int runs, Map<String, Size> sizes) {
        List<Row> rows = new ArrayList<>();
        sizes.forEach((table, size) -> rows.add(Row.of(
                table,
                "",
                List.of(
                        number("%,d", size.rows),
                        number("%,d", size.bytes),
                        number("%,.1f", size.bytes / (double) Math.max(1, size.rows)),
                        number("%,d", size.files)))));
        print(TextTable.lines(Table.of("", Column.all("rows", "bytes", "bytes per row", "files"), rows)));
        print(List.of("", "runs:    " + runs, "tables:  " + out));
    }

    private static Cell number(String format, Object value) {
        return Cell.number(String.format(Locale.ROOT, format, value));
    }

    /** Returns the jar's export format. Fails if the jar belongs to another t2q version. */
    private static TableFormat format(Path file, ClassLoader jar) {
        try {
            TableFormat.Provider provider = ServiceLoader.load(TableFormat.Provider.class, jar)
                    .findFirst()
                    .orElseThrow(() -> Problem.of(file)
                            .fault("has no export format")
                            .expected("the jar of this t2q version; " + JAR.origin())
                            .exception(ExitStatus.ENVIRONMENT));
            return provider.open();
        } catch (ServiceConfigurationError | LinkageError e) {
            throw Problem.of(file)
                    .fault("cannot be used: " + e)
                    .expected("the jar of this t2q version; " + JAR.origin())
                    .exception(ExitStatus.ENVIRONMENT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be used", e).exception(ExitStatus.ENVIRONMENT, e);
        }
    }
}
