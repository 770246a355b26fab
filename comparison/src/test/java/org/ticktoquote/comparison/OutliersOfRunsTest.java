package org.ticktoquote.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.RunFixture;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.outliers.EvidenceSource;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.comparison.command.OutliersCommand;
import org.ticktoquote.comparison.outliers.OutliersOfRuns;
import org.ticktoquote.comparison.outliers.OutliersText;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import picocli.CommandLine;

/** {@code t2q outliers} with incomplete runs and runs given twice. */
class OutliersOfRunsTest {
    private static final String CLIENTS = "self-audit of the clients";

    @TempDir
    private Path folder;

    private RunDirectory run;

    @BeforeEach
    void analyse() throws IOException {
        run = new RunDirectory(Files.createDirectory(folder.resolve("run")));
        RunFixture fixture = new RunFixture(run.path(), 1).play("""
                tick 1 EUR/USD at 10
                session 0 gets 1 at 11
                tick 2 EUR/USD at 20
                session 0 gets 2 at 45
                """);
        fixture.audit.hiccup(Role.CLIENTS, 22, 15);
        fixture.analysis().writeFiles();
    }

    private static Outliers outliers(Path... runs) throws IOException {
        return outliers(LaterThan.parse("--later-than", "5ms"), runs);
    }

    private static Outliers outliers(LaterThan laterThan, Path... runs) throws IOException {
        return OutliersOfRuns.of(
                List.of(runs), laterThan, Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", 12.0), 5, name -> {});
    }

    private EvidenceSource clients() throws IOException {
        return outliers(run.path()).runs().get(0).sources().stream()
                .filter(source -> source.name().equals(CLIENTS))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void completeClientAuditHasNoAbsenceAndNoReservation() throws IOException {
        assertThat(clients().intervals()).isEqualTo(1);
        assertThat(clients().absence()).isEmpty();
        assertThat(clients().reservation()).isEmpty();
    }

    @Test
    void missingAuditIsReportedAsAbsent() throws IOException {
        Files.delete(run.hiccups(Role.CLIENTS));
        assertThat(clients().intervals()).isZero();
        assertThat(clients().absence()).isEqualTo("hiccups-fix-clients.journal: is missing");
    }

    @Test
    void incompleteAuditIsReportedAsReservation() throws IOException {
        Files.delete(run.gcLog(Role.CLIENTS));
        assertThat(clients().intervals()).isEqualTo(1);
        assertThat(clients().absence()).isEmpty();
        assertThat(clients().reservation()).startsWith("gc-fix-clients.log: ");
    }

    @Test
    void missingTickResultsAreRefusedWithTheCommandToRecreateThem() throws IOException {
        Files.delete(run.tickResults());
        assertThatThrownBy(() -> outliers(run.path()))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(
                        "tick-results.bin: is missing, expected an analysed run; create it with t2q analyze ");
    }

    @Test
    void runGivenTwiceIsRefusedWithItsOwnMessage() {
        assertThatThrownBy(() -> outliers(run.path(), run.path().resolve(".")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("is run run of case single, as another one given is")
                .hasMessageNotContaining("export");
    }

    @Test
    void neverOverwritesFilesOfARun() throws IOException {
        byte[] before = Files.readAllBytes(run.manifest());
        OutliersCommand command = command("--json", run.manifest().toString());
        assertThatThrownBy(command::call).isInstanceOf(ProblemException.class).hasMessageContaining("--json: '");
        assertThat(Files.readAllBytes(run.manifest())).isEqualTo(before);
        assertThat(command("--json", run.path().resolve("causes.json").toString())
                        .call())
                .isZero();
        Path elsewhere = Files.createFile(folder.resolve("causes.json"));
        assertThat(command("--json", elsewhere.toString()).call()).isZero();
        assertThat(elsewhere).isNotEmptyFile();
    }

    @Test
    void pageNeedsAFileOfItsOwn() throws IOException {
        Path page = folder.resolve("year.html");
        assertThat(command("--html", page.toString()).call()).isZero();
        assertThat(page).content().contains("how long will this system be late in a year", "hours of a payroll");
        assertThatThrownBy(command("--html", run.manifest().toString())::call)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("--html: '");
        OutliersCommand both = command("--html", page.toString());
        new CommandLine(both).parseArgs(run.path().toString(), "--html", page.toString(), "--json", page.toString());
        assertThatThrownBy(both::call)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("expected a different file than --json");
    }

    @Test
    void hoursDeclaredByARunApplyUnlessGivenByOption() throws IOException {
        RunManifest made = RunManifest.read(run.manifest());
        RunManifest.Declared declared = made.declared();
        Files.delete(run.manifest());
        new RunManifest(
                        RunManifest.FORMAT_VERSION,
                        made.about(),
                        made.recording(),
                        made.replay(),
                        made.sessions(),
                        new RunManifest.Declared(
                                declared.matching(),
                                declared.model(),
                                declared.conflation(),
                                new AnnualHours("calendar", "", 300)),
                        made.warmUp(),
                        made.observed(),
                        made.time())
                .write(run.manifest());
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
        OutliersCommand command = new OutliersCommand();
        new CommandLine(command)
                .parseArgs(run.path().toString(), "--worst", "-1", "--later-than", "soon", "--hours-per-year", "many");
        assertThatThrownBy(command::call)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.problems())
                                .extracting(problem -> problem.text().split(":")[0])
                                .containsExactly("--worst", "--later-than", "--hours-per-year"));
    }

    @Test
    void reportsThatThePercentileFallsAmongLostTicks() throws IOException {
        Path path = Files.createDirectory(folder.resolve("lost"));
        new RunFixture(path, 1).play("""
                tick 1 EUR/USD at 10
                session 0 gets 1 at 11
                tick 2 EUR/USD at 20
                """).analysis().writeFiles();
        LaterThan p99 = LaterThan.parse("--later-than", "p99");
        assertThat(text(p99, path)).contains("p99 falls among the lost ticks").contains("--later-than TIME");
        assertThat(text(p99, run.path())).doesNotContain("falls among");
        assertThat(text(LaterThan.parse("--later-than", "5ms"), path)).doesNotContain("falls among");
    }

    private static String text(LaterThan laterThan, Path directory) throws IOException {
        return String.join("\n", OutliersText.of(outliers(laterThan, directory), 5));
    }

    private OutliersCommand command(String... options) {
        OutliersCommand command = new OutliersCommand();
        List<String> arguments = new ArrayList<>(List.of(run.path().toString()));
        arguments.addAll(List.of(options));
        new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
        return command;
    }
}
