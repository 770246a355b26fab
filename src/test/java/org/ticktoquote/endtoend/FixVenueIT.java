package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.pricing.truth.Fate;

/** The built-in application as a client of the replayer's FIX venues: FIX in, over TLS, FIX out. */
class FixVenueIT {
    @TempDir
    private Path folder;

    private TlsParty tls;

    @BeforeEach
    void makeTls() throws IOException {
        tls = TlsParty.in(folder);
    }

    /** Two venues with different pairs, one with TLS. */
    @Test
    void measuresAnApplicationOverFixWithCertificatesExactly() throws Exception {
        Path venues = tls.venues("LONDON: {applications: DESK, tls: {" + tls.venue() + ", " + tls.venueTrust()
                + ", protocols: TLSv1.3}, pairs: EUR/USD}, TOKYO: {pairs: [USD/JPY, GBP/USD]}");
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0+1s..T0+3s", "--length", "2min", "--pairs", "3", "--venues", "2")
                .with(
                        "--venues",
                        venues.toString(),
                        "--app-args",
                        "--fault drop:share=0.02,seed=1 " + tls.trust() + " " + tls.own());
        Summaries summary = scenario.measured(4);
        List<Truth.Quote> quotes = Truth.quotes(scenario.directory());
        assertThat(TruthAudit.of(scenario.directory()).disagreements()).isEmpty();
        assertThat(summary.outcome("published")).isPositive().isEqualTo(Truth.count(quotes, Fate.SENT));
        assertThat(summary.outcome("skipped", "lost"))
                .isPositive()
                .isEqualTo(Truth.count(quotes, Fate.DROPPED_BY_FAULT));
        summary.assertPricesOfIdsAreRight();
        assertThat(summary.rules("FAILED")).contains("skipped").isSubsetOf("skipped", "lost");
        PriceTwin byPrice =
                PriceTwin.of(scenario.directory(), Matching.DECLARED).assertRight();
        assertThat(byPrice.certain()).as(byPrice.toString()).isPositive();
        assertRecorded(scenario.manifest());
        Processes.awaitNone(scenario.directory());
        ExportedRun.assertAgrees(scenario.directory());
    }

    /** Two venues with the same pairs, the second 5 ms slower: a quote depends on ticks of both and names the last one. */
    @Test
    @LongProof
    void intervalsContainTheTruthForPathsPerVenue() throws Exception {
        Path venues = Files.writeString(
                folder.resolve("venues.yaml"), "venues: {LONDON: {carries: VENUE-1}, TOKYO: {carries: VENUE-2}}\n");
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0+1s..T0+4s", "--length", "2min", "--pairs", "2", "--venues", "2")
                .with(
                        "--venues",
                        venues.toString(),
                        "--conflation",
                        "10ms",
                        "--app-args",
                        "--fault delay-venue:venue=1,by=5ms");
        scenario.start().awaitEnd(); // the last ticks can count as lost, depending on their prices
        VenueTruth truth = VenueTruth.of(scenario.directory());
        assertThat(truth.wrong() + truth.outside()).as(truth.toString()).isZero();
        assertThat(truth.certain()).as(truth.toString()).isPositive().isLessThan(truth.compared());
        FormatReader.assertAgrees(scenario.directory());
    }

    private void assertRecorded(RunManifest manifest) {
        assertThat(manifest.replay().feed()).startsWith("fix://127.0.0.1:");
        assertThat(manifest.observed().host())
                .containsEntry("venueFile.LONDON.keyStore", sha256("venue"))
                .containsEntry("venueFile.LONDON.trustStore", sha256("trust"))
                .doesNotContainKey("venueFile.LONDON.dictionary");
        assertThat(Long.parseLong(manifest.observed().host().get("feed.tlsNs"))).isPositive();
    }

    private static String sha256(String store) {
        return FileDigest.of(TlsParty.store(store), store).sha256();
    }

    /** TLS 1.2 without a client certificate. */
    @Test
    @FullProof
    void ticksOverTlsAreMatchedByPrice() throws Exception {
        Path venues = tls.venues("VENUE: {tls: {" + tls.venue() + ", protocols: TLSv1.2}}");
        Scenario scenario = Scenario.coldIn(folder)
                .sessions(25)
                .over("T0+1s..T0+4s", "--length", "2min", "--venues", "2")
                .with("--venues", venues.toString(), "--match", "price", "--app-args", tls.trust());
        Summaries summary = scenario.measured(0);
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 25);
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("lost", "skipped")).isZero();
        assertThat(summary.snapshots("unexplained")).isZero();
    }
}
