package org.ticktoquote.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.RunCopy;
import org.ticktoquote.analysis.RunFixture;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.evidence.EvidenceSource;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.stored.JournalFiles;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.comparison.command.OutliersCommand;
import org.ticktoquote.comparison.outliers.OutliersOfRuns;
import org.ticktoquote.comparison.outliers.OutliersReport;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.Seal;
import picocli.CommandLine;

/** {@code t2q outliers} with incomplete runs and runs given twice. */
class OutliersOfRunsTest {
    private static final String CLIENTS = "self-audit of the clients";

    @TempDir
    private static Path analysed;

    @TempDir
    private Path folder;

    private RunDirectory run;

    @BeforeAll
    static void analyse() {
        RunFixture fixture = new RunFixture(analysed, 1).play("""
                tick 1 EUR/USD at 10 answered at 11
                tick 2 EUR/USD at 20 answered at 45
                """);
        fixture.audit.hiccup(Role.CLIENTS, 22, 15);
        fixture.analysis().writeFiles();
    }

    @BeforeEach
    void copyTheRun() throws IOException {
        run = new RunDirectory(Files.createDirectory(folder.resolve("run")));
        RunCopy.of(analysed, run.path());
    }

    /** Lets the run count, although it is too short. */
    private void count() throws IOException {
        String summary = Files.readString(run.summary()).replace("\"VOID\"", "\"DEGRADED\"");
        Files.writeString(run.summary(), Seal.put(summary.substring(0, summary.indexOf(",\n  \"sha256\"")) + "\n}"));
    }

    private static Outliers outliers(Path... runs) throws IOException {
        return outliers(LaterThan.parse("--later-than", "5ms"), runs);
    }

    private static Outliers outliers(LaterThan laterThan, Path... runs) throws IOException {
        Annualisation year = Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", 12.0);
        return OutliersOfRuns.of(List.of(runs), laterThan, year, 5, name -> {});
    }

    private EvidenceSource clients() throws IOException {
        return outliers(run.path()).runs().get(0).sources().stream()
                .filter(source -> source.name().equals(CLIENTS))
                .findFirst()
                .orElseThrow();
    }

    private void assertClients(int intervals, String absence, String reservation) throws IOException {
        assertThat(clients().intervals()).isEqualTo(intervals);
        assertThat(clients().absence()).isEqualTo(absence);
        assertThat(clients().reservation()).startsWith(reservation);
    }

    @Test
    void incompleteClientAuditIsReportedAsReservationAndMissingOneAsAbsence() throws IOException {
        assertClients(1, "", "");
        assertThat(clients().reservation()).isEmpty();
        Path hiccups = run.hiccups(Role.CLIENTS);
        Path kept = Files.move(hiccups, folder.resolve("kept"));
        assertClients(0, "hiccups-fix-clients.journal: is missing", "");
        Files.move(kept, hiccups);
        Files.delete(run.gcLog(Role.CLIENTS));
        assertClients(1, "", "gc-fix-clients.log: ");
    }

    @Test
    void stallsOfClientsStayKnownWithoutJournals() throws IOException {
        JournalFiles.compress(run);
        assertThat(run.quotes(0)).doesNotExist();
        assertClients(1, "", "");
        JournalFiles.restore(run);
        Retention.RESULTS.apply(run);
        assertThat(run.quotes(0)).doesNotExist();
        assertClients(1, "", "");
    }

    /** {@code t2q compress} leaves them, but a user or a former version can have compressed them. */
    @Test
    void compressedHiccupsAreRefusedWithTheCommandToRestoreThem() throws IOException {
        Path hiccups = run.hiccups(Role.CLIENTS);
        Files.move(hiccups, hiccups.resolveSibling(hiccups.getFileName() + ".gz"));
        assertRefused(() -> outliers(run.path()), "t2q compress --undo " + run.path());
    }

    @Test
    void missingTickResultsAreRefusedWithTheCommandToRecreateThem() throws IOException {
        Files.delete(run.tickResults());
        assertRefused(
                () -> outliers(run.path()),
                "tick-results.bin: is missing, expected an analysed run; create it with t2q analyze ");
    }

    @Test
    void runGivenTwiceIsRefusedWithItsOwnMessage() {
        assertThat(assertRefused(
                        () -> outliers(run.path(), run.path().resolve(".")),
                        "is run run of case single, as another one given is"))
                .hasMessageNotContaining("export");
    }

    @Test
    void neverOverwritesFilesOfARun() throws IOException {
        byte[] before = Files.readAllBytes(run.manifest());
        assertRefused(command("--json", run.manifest().toString())::call, "--json: '");
        assertThat(Files.readAllBytes(run.manifest())).isEqualTo(before);
        for (Path file : List.of(run.path().resolve("causes.json"), Files.createFile(folder.resolve("causes.json")))) {
            assertThat(command("--json", file.toString()).call()).isZero();
            assertThat(file).isNotEmptyFile();
        }
    }

    @Test
    void pageNeedsAFileOfItsOwn() throws IOException {
        count();
        String page = folder.resolve("year.html").toString();
        assertThat(command("--html", page).call()).isZero();
        assertThat(Path.of(page))
                .content()
                .contains("how long will this system be late in a year", "hours of a payroll");
        assertRefused(command("--html", run.manifest().toString())::call, "--html: '");
        assertRefused(command("--html", page, "--json", page)::call, "expected a different file than --json");
    }

    @Test
    void hoursDeclaredByARunApplyUnlessGivenByOption() throws IOException {
        count();
        RunManifest made = RunManifest.read(run.manifest());
        RunManifest.Declared declared = made.declared().with(new AnnualHours("calendar", "", 300));
        Files.delete(run.manifest());
        new RunManifest(
                        RunManifest.FORMAT_VERSION,
                        made.about(),
                        made.recording(),
                        made.replay(),
                        made.sessions(),
                        declared,
                        made.warmUp(),
                        made.observed(),
                        made.time())
                .write(run.manifest());
        Annualisation year = OutliersOfRuns.declared(List.of(run.path())).orElseThrow();
        assertThat(year.hoursPerYear()).isEqualTo(300);
        assertThat(OutliersOfRuns.declared(List.of(run.path(), analysed)))
                .as("the other run declares none")
                .isEmpty();
        Path page = folder.resolve("year.html");
        assertThat(command("--html", page.toString(), "--regime", "busy hour").call())
                .isZero();
        assertThat(page).content().contains("300 hours (busy hour)");
        assertThat(command("--html", page.toString(), "--hours-per-year", "40").call())
                .isZero();
        assertThat(page).content().contains("40 hours per year");
    }

    @Test
    void reportsAllWrongOptionsAtOnce() {
        OutliersCommand command = command("--worst", "-1", "--later-than", "soon", "--hours-per-year", "many");
        assertThatThrownBy(command::call)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.problems())
                                .extracting(problem -> problem.text().split(":")[0])
                                .containsExactly("--worst", "--later-than", "--hours-per-year"));
    }

    @Test
    void reportsThatThePercentileFallsAmongLostTicks() throws IOException {
        Path path = analysed("lost", "tick 1 EUR/USD at 10 answered at 11\ntick 2 EUR/USD at 20");
        assertThat(text("p99", path)).contains("p99 falls among the lost ticks").contains("--later-than TIME");
        assertThat(text("p99", run.path())).doesNotContain("falls among");
        assertThat(text("5ms", path)).doesNotContain("falls among");
    }

    /** One of 300 ticks is lost, so that p99 is known and p99.9 is not. Two are beyond p99. */
    @Test
    void timeBeyondP99HasCausesIfP999FallsAmongLostTicks() throws IOException {
        Path path = analysed("few-lost", ticks(300, tick -> tick > 297));
        RunOutliers found =
                outliers(LaterThan.parse("--later-than", "p99.9"), path).runs().get(0);
        assertThat(found.laterThanNs()).isNull();
        assertThat(found.late()).isEqualTo(found.lost()).isEqualTo(1);
        assertThat(found.causes())
                .filteredOn(cause -> cause.cause().equals("unexplained"))
                .singleElement()
                .satisfies(cause -> assertThat(cause.beyondP99()).isPositive());
        assertThat(text("p99.9", path)).contains("p99.9 falls among the lost ticks", "1 lost tick");
    }

    /** A lost tick 1 s after six late ones, with on-time ticks between them. */
    @Test
    void episodeOfLostTicksIsTheWorst() throws IOException {
        Path path = analysed("one-lost", ticks(70, tick -> tick % 10 == 0));
        assertThat(text("5ms", path))
                .contains("  1. at 6.900000 s for 0 ns: 1 lost tick, 1 session, 1 pair, worst never answered; lost")
                .contains("  5. at ")
                .doesNotContain("worst 0 ns", "  6. at ");
    }

    private Path analysed(String name, String events) throws IOException {
        Path path = Files.createDirectory(folder.resolve(name));
        new RunFixture(path, 1).play(events).analysis().writeFiles();
        return path;
    }

    /** Returns ticks every 100 ms, of which the last one is lost, and late ones are answered after 20 ms. */
    private static String ticks(int number, IntPredicate late) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(tick -> "tick %d EUR/USD at %d".formatted(tick, 100 * tick)
                        + (tick == number
                                ? "\n"
                                : " answered at %d\n".formatted(100 * tick + (late.test(tick) ? 20 : 1))))
                .collect(Collectors.joining());
    }

    private static String text(String laterThan, Path directory) throws IOException {
        return String.join(
                "\n", OutliersReport.lines(outliers(LaterThan.parse("--later-than", laterThan), directory), 5));
    }

    private OutliersCommand command(String... options) {
        OutliersCommand command = new OutliersCommand();
        List<String> arguments = new ArrayList<>(List.of(run.path().toString()));
        arguments.addAll(List.of(options));
        new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
        return command;
    }
}
