package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.run.Matching;

/**
 * A pricing application on QuickFIX for C++ ({@code src/test/cpp/pricing}), whose engine shares no code with ours: initiator
 * at the venue and acceptor of the clients. Every outcome is what it says that it did.
 */
@LongProof
class ForeignEngineIT {
    private static final ProofTable TABLE = new ProofTable("foreign-engine");
    private static final Path SOURCES = Path.of("src/test/cpp/pricing");
    private static final int CLIENTS = 25;
    private static final String PAIRS = "EUR/USD,USD/JPY,GBP/USD";
    private static final String EVERY = "0";
    private static final String ALL_BUT_ONE_IN_41 = "41";
    private static final Pattern ACCOUNT = Pattern.compile("(?m)^sent=([0-9]+) left-out=([0-9]+)$");

    @TempDir
    private static Path shared;

    private static Path application;
    private static Path recording;

    @TempDir
    private Path folder;

    /** What the application says of the ticks of the measurement, over all its clients. */
    private record Account(long sent, long leftOut) {}

    @BeforeAll
    static void compile() throws Exception {
        assumeTrue(said("g++", "--version").isEmpty(), "SKIPPED: no 'g++' here");
        Path asks = Files.writeString(
                shared.resolve("asks.cpp"), "#if !__has_include(<quickfix/Session.h>)\n#error\n#endif\n");
        assumeTrue(
                said("g++", "-fsyntax-only", asks.toString()).isEmpty(),
                "SKIPPED: no QuickFIX for C++ here (libquickfix-dev)");
        application = shared.resolve("pricing");
        String source =
                T2qProcess.root().resolve(SOURCES).resolve("pricing.cpp").toString();
        assertThat(said("g++", "-std=c++14", "-w", "-o", application.toString(), source, "-lquickfix", "-lpthread"))
                .isEmpty();
        recording = Scenario.recording(shared, "--length", "4min", "--pairs", "3");
    }

    @AfterAll
    static void print() throws IOException {
        TABLE.print();
    }

    /** Nothing where it succeeds, else why it did not. */
    private static String said(String... command) throws InterruptedException {
        Path output = shared.resolve("compiler.txt");
        try {
            int status = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            return status == 0 ? "" : status + ": " + Files.readString(output);
        } catch (IOException absent) {
            return absent.toString();
        }
    }

    private Scenario scenario(String leaveOut) {
        return Scenario.coldIn(folder)
                .sessions(CLIENTS)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s", "--feed", "fix://127.0.0.1:0")
                .with(
                        "--app",
                        "'" + application + "' {feedHost} {feedPort} {fixPort} {sessions} '" + file("FIX44.xml")
                                + "' " + PAIRS
                                + " " + leaveOut)
                .with("--composite", "single", "--half-spreads", "0", "--conflation", "none");
    }

    private static Scenario changes(Scenario scenario) {
        return scenario.with("--session-template", file("changes.yaml").toString());
    }

    private static Path file(String name) {
        return T2qProcess.root().resolve(SOURCES).resolve(name);
    }

    private Account account(Scenario scenario) throws IOException {
        Matcher account = ACCOUNT.matcher(Files.readString(scenario.directory().resolve("pricing-app.log")));
        assertThat(account.find()).isTrue();
        return new Account(Long.parseLong(account.group(1)), Long.parseLong(account.group(2)));
    }

    @Test
    void itsChangesOfBooksReachEveryClientAndAreMatchedById() throws Exception {
        Scenario scenario = changes(scenario(EVERY)).with("--id-tag", "299");
        scenario.run(0);
        assertEveryTickWasPublished(scenario, "35=X by id");
    }

    @Test
    @FullProof
    void itsChangesOfBooksAreMatchedByPrice() throws Exception {
        Scenario scenario = changes(scenario(EVERY)).with("--match", "price");
        scenario.run(0);
        Summaries summary = assertEveryTickWasPublished(scenario, "35=X by price");
        assertThat(summary.json().path("model").path("certain").asLong()).isEqualTo(summary.outcomes());
    }

    private Summaries assertEveryTickWasPublished(Scenario scenario, String injected) throws IOException {
        Summaries summary = Summaries.of(scenario.directory());
        Account account = account(scenario);
        row(injected, account, summary);
        assertThat(account.leftOut()).isZero();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * CLIENTS);
        assertThat(summary.outcome("published")).isEqualTo(summary.outcomes()).isEqualTo(account.sent());
        assertThat(summary.rules("FAILED")).isEmpty();
        assertNothingElse(summary);
        return summary;
    }

    @ParameterizedTest(name = "265={0}")
    @ValueSource(ints = {0, 1})
    @FullProof
    void whatItLeavesOutIsMissingAndNothingElse(int updateType) throws Exception {
        Scenario every = scenario(ALL_BUT_ONE_IN_41);
        Scenario scenario = (updateType == 0 ? every : changes(every)).with("--id-tag", "299");
        scenario.run(4);
        Summaries summary = Summaries.of(scenario.directory());
        Account account = account(scenario);
        row("265=" + updateType + " by id", account, summary);
        assertThat(account.leftOut()).isPositive();
        assertThat(summary.outcome("published")).isEqualTo(account.sent());
        assertThat(summary.outcome("skipped") + summary.outcome("lost")).isEqualTo(account.leftOut());
        assertThat(summary.outcomes()).isEqualTo(account.sent() + account.leftOut());
        assertThat(summary.priceCheck("looked")).isPositive();
        assertThat(summary.priceCheck("mismatched")).isZero();
        assertThat(summary.rules("FAILED")).contains("skipped").isSubsetOf("skipped", "lost");
        assertNothingElse(summary);
        PriceTwin twin = PriceTwin.of(scenario.directory(), Matching.DECLARED);
        assertThat(twin.due()).isPositive();
        assertThat(twin.wrong()).as(twin.toString()).isZero();
        assertThat(twin.outside()).as(twin.toString()).isZero();
    }

    private static void row(String injected, Account account, Summaries summary) {
        String said = injected + ": " + account.sent() + " sent, " + account.leftOut() + " left out";
        TABLE.row(said, summary.json().path("tickOutcomes").toString(), summary);
    }

    private static void assertNothingElse(Summaries summary) {
        for (String other : List.of("duplicate", "regressed", "unexplained", "unattributed", "withdrawn")) {
            assertThat(summary.snapshots(other)).as(other).isZero();
        }
    }
}
