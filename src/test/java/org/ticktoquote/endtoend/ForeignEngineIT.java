package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.endtoend.ForeignApplication.Engine;
import org.ticktoquote.endtoend.ForeignApplication.Venue;

/**
 * Pricing applications on QuickFIX for C++ and QuickFIX/Go, whose engines share no code with t2q: initiator at the venues
 * and acceptor of the clients. Outcomes agree with their own records.
 */
@LongProof
class ForeignEngineIT {
    private static final ProofTable TABLE = new ProofTable("foreign-engine");
    private static final int CLIENTS = 25;
    private static final String PAIRS = "EUR/USD,USD/JPY,GBP/USD";
    private static final String EVERY = "";
    private static final String ALL_BUT_ONE_IN_41 = "leave-out=41";
    private static final long HOLD_MS = 2;
    private static final Pattern ACCOUNT = Pattern.compile("(?m)^sent=([0-9]+) left-out=([0-9]+)$");
    private static final Pattern SECURITY_ID = Pattern.compile("(?m)^ +([A-Z]{3}/[A-Z]{3}): ([0-9]+)$");

    private static final Map<Engine, ForeignApplication> BUILT = new EnumMap<>(Engine.class);

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    /** The application's own counts of measured ticks, over all clients. */
    private record Account(long sent, long leftOut) {}

    private static ForeignApplication built(Engine engine) throws Exception {
        ForeignApplication application = BUILT.get(engine);
        if (application == null) {
            application = ForeignApplication.build(engine, shared);
            BUILT.put(engine, application);
        }
        return application;
    }

    private Scenario scenario(Engine engine, String manner) throws Exception {
        String command = built(engine).command(PAIRS, manner, List.of(Venue.ALONE));
        return Scenario.coldIn(folder)
                .sessions(CLIENTS)
                .over("T0+1s..T0+3s", "--length", "4min", "--pairs", "3")
                .with("--feed", "fix://127.0.0.1:0", "--app", command)
                .with("--composite", "single", "--half-spreads", "0", "--conflation", "none");
    }

    private static Scenario changes(Scenario scenario) {
        return scenario.with(
                "--session-template",
                ForeignApplication.belonging("changes.yaml").toString());
    }

    private Account account(Scenario scenario) throws IOException {
        Matcher account = ACCOUNT.matcher(Files.readString(scenario.directory().resolve("pricing-app.log")));
        assertThat(account.find()).isTrue();
        return new Account(Long.parseLong(account.group(1)), Long.parseLong(account.group(2)));
    }

    @Test
    @FullProof
    void bookUpdatesReachEveryClientAndAreMatchedById() throws Exception {
        Scenario scenario = changes(scenario(Engine.CPP, EVERY)).with("--id-tag", "299");
        scenario.run(0);
        assertEveryTickWasPublished(scenario, "35=X by id");
    }

    @ParameterizedTest
    @EnumSource
    @FullProof
    void bookUpdatesAreMatchedByPrice(Engine engine) throws Exception {
        Scenario scenario = changes(scenario(engine, EVERY)).with("--match", "price");
        scenario.run(0);
        Summaries summary = assertEveryTickWasPublished(scenario, engine + ": 35=X by price");
        assertThat(summary.json().path("model").path("certain").asLong()).isEqualTo(summary.outcomes());
    }

    private Summaries assertEveryTickWasPublished(Scenario scenario, String injected) throws IOException {
        Summaries summary = scenario.summary();
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
    void onlyOmittedQuotesAreMissing(int updateType) throws Exception {
        Scenario every = scenario(Engine.CPP, ALL_BUT_ONE_IN_41);
        Scenario scenario = (updateType == 0 ? every : changes(every)).with("--id-tag", "299");
        scenario.run(4);
        Summaries summary = scenario.summary();
        Account account = account(scenario);
        row("265=" + updateType + " by id", account, summary);
        assertThat(account.leftOut()).isPositive();
        assertThat(summary.outcome("published")).isEqualTo(account.sent());
        assertThat(summary.outcome("skipped", "lost")).isEqualTo(account.leftOut());
        assertThat(summary.outcomes()).isEqualTo(account.sent() + account.leftOut());
        summary.assertPricesOfIdsAreRight();
        assertThat(summary.rules("FAILED")).contains("skipped").isSubsetOf("skipped", "lost");
        assertNothingElse(summary);
        PriceTwin.of(scenario.directory(), Matching.DECLARED).assertRight();
    }

    @Test
    void countsAgreeWithTheCppApplicationForTwoVenues() throws Exception {
        measureTwoVenues(Engine.CPP);
    }

    @Test
    @FullProof
    void countsAgreeWithTheGoApplicationForTwoVenues() throws Exception {
        measureTwoVenues(Engine.GO);
    }

    private void measureTwoVenues(Engine engine) throws Exception {
        Scenario scenario = twoVenues(engine, "leave-out=41 twice=97 hold=" + HOLD_MS, "none");
        Summaries summary = scenario.summary();
        ForeignAccount account = accountOf(scenario, engine + ", two venues: ", summary, HOLD_MS, true);

        assertThat(account.of("left-out")).isPositive();
        for (String outcome : List.of("published", "skipped", "lost")) {
            assertThat(summary.outcome(outcome)).as(outcome).isEqualTo(account.of(outcome));
        }
        assertThat(summary.outcome("conflated")).isZero();
        assertThat(summary.rules("FAILED")).isSubsetOf("skipped", "lost", "regressed");
    }

    @ParameterizedTest
    @EnumSource
    @FullProof
    void conflationAtTwoVenuesIsCountedAsConflation(Engine engine) throws Exception {
        Scenario scenario = twoVenues(engine, "conflate=1 twice=97 hold=" + HOLD_MS, "50ms");
        Summaries summary = scenario.summary();
        ForeignAccount account = accountOf(scenario, engine + ", two venues, conflated: ", summary, 0, false);

        assertThat(summary.outcome("published")).isEqualTo(account.of("published"));
        assertThat(summary.outcome("lost")).isEqualTo(account.of("lost"));
        assertThat(summary.outcome("conflated")).isPositive();
        // if it read one venue ahead of the other, an older tick replaced a newer one: no slice explains that
        assertThat(summary.outcome("conflated", "skipped")).isEqualTo(account.of("skipped"));
        assertThat(summary.rules("FAILED")).isSubsetOf("skipped", "lost", "regressed");
    }

    /** One venue in FIX 4.2 with EURUSD in 55, one in FIX 4.4 with 48 only; 15 pairs to 25 clients as 35=X. */
    private Scenario twoVenues(Engine engine, String manner, String conflation) throws Exception {
        Path venues = ForeignApplication.belonging("venues.yaml");
        List<MatchResult> ids =
                SECURITY_ID.matcher(Files.readString(venues)).results().toList();
        Path names = Files.write(
                shared.resolve("ids.txt"),
                ids.stream().map(id -> id.group(1) + " " + id.group(2)).toList());
        String pairs = ids.stream().map(id -> id.group(1)).collect(Collectors.joining(","));
        String does = manner + " every=1 account='" + folder.resolve("account.txt") + "'";
        String command = built(engine)
                .command(
                        pairs,
                        does,
                        List.of(
                                new Venue("OLD", "FIX.4.2", "plain"),
                                new Venue("LMXBDM", "FIX.4.4", names.toString())));
        Scenario scenario = changes(Scenario.coldIn(folder).sessions(CLIENTS))
                .over("T0+1s..T0+2s", "--length", "2min", "--venues", "2")
                .with("--venues", venues.toString(), "--drain", "10s")
                .with("--id-tag", "299", "--app", command, "--conflation", conflation);
        scenario.start().ended(0, 3, 4); // it can read one venue ahead of the other
        return scenario;
    }

    private ForeignAccount accountOf(
            Scenario scenario, String injected, Summaries summary, long holdMs, boolean ofVenues) throws IOException {
        ForeignAccount account = ForeignAccount.read(folder.resolve("account.txt"), scenario.directory(), ofVenues);
        String text = account.of("sent") + " sent, " + account.of("left-out") + " left out, " + account.of("conflated")
                + " conflated, " + account.of("twice") + " sent twice";
        TABLE.row(
                injected + text,
                summary.json().path("tickOutcomes") + ", duplicate " + summary.snapshots("duplicate"),
                summary);
        assertThat(summary.json().path("pairs").asInt()).isEqualTo(15);
        assertThat(account.disagreements(scenario.directory(), holdMs * 1_000_000))
                .isEmpty();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * CLIENTS);
        assertThat(summary.snapshots("duplicate")).isPositive().isEqualTo(account.of("duplicate"));
        assertThat(summary.snapshots("regressed")).isEqualTo(account.of("regressed"));
        assertThat(summary.snapshots("unexplained", "unattributed", "withdrawn"))
                .isZero();
        return account;
    }

    private static void row(String injected, Account account, Summaries summary) {
        String text = injected + ": " + account.sent() + " sent, " + account.leftOut() + " left out";
        TABLE.row(text, summary.json().path("tickOutcomes").toString(), summary);
    }

    private static void assertNothingElse(Summaries summary) {
        assertThat(summary.snapshots("duplicate", "regressed", "unexplained", "unattributed", "withdrawn"))
                .isZero();
    }
}
