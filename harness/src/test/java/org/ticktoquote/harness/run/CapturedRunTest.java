package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.wire.run.Selection;

final class CapturedRunTest {
    private static final byte[] NO_PACKET = HexFormat.of().parseHex("d4c3b2a1020004000000000000000000ffff000001000000");

    @TempDir
    private Path folder;

    @Test
    void selectsTheTicksOfEachVenueByItsPortAndTheTagOfItsIds() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("venue.LONDON", "fix://127.0.0.1:4001");
        facts.put("venueTickId.LONDON", "278");
        facts.put("venue.TOKYO", "fix://127.0.0.1:4002");
        facts.put("venueTickId.TOKYO", "0");
        facts.put("venue.ZURICH", "fix://127.0.0.1:4003"); // of a run that recorded no tags

        assertThat(CapturedRun.ticks(SampleManifest.of(RunManifest.COMPLETE, "ab", 1, facts)))
                .extracting(Selection::toString)
                .containsExactly(":4001,fix:278", ":4002,fix", ":4003,fix");
    }

    @Test
    void leavesOutDeclarationsAboutVenueTimes() {
        Conflation conflation = new Conflation(Conflation.UNKNOWN, 0);
        ApplicationModel stale = new ApplicationModel(true, ApplicationModel.SINGLE, true, 1, List.of(0L), 0);
        List<String> keys = List.of(Matching.SIZE, Matching.VENUE_TIME_MS);
        Matching byPrice = new Matching(
                Matching.BY_PRICE, 278, "decimal", keys, Matching.LEARNED, Matching.TOTAL, Matching.Limits.DEFAULT);

        RunManifest.Declared priced =
                CapturedRun.withoutVenueTimes(new RunManifest.Declared(byPrice, stale, conflation));
        RunManifest.Declared identified = CapturedRun.withoutVenueTimes(
                new RunManifest.Declared(Matching.byId(278, "decimal"), stale, conflation));

        assertThat(priced.matching().keys()).containsExactly(Matching.SIZE);
        assertThat(priced.model()).isEqualTo(stale);
        assertThat(identified.model()).isEqualTo(ApplicationModel.UNKNOWN);
    }

    private CapturedRun captured(Map<String, String> facts) {
        return new CapturedRun(
                new RunDirectory(folder),
                SampleManifest.of(RunManifest.COMPLETE, "", 1, facts),
                Optional.empty(),
                Progress.onStandardError());
    }

    /** Returns why two captures without packets cannot be measured. */
    private String reason(String first, String second) throws IOException {
        Map<String, String> facts = Map.of("capture-1", first, "capture-2", second);
        for (String capture : facts.keySet()) {
            Files.write(folder.resolve(capture + ".pcap0"), NO_PACKET);
        }
        return captured(facts).makeOfOwn(() -> false).orElseThrow();
    }

    @Test
    void combinesCapturesOfOneHostOnly() throws IOException {
        assertThat(reason("eth0 of a", "eth1 of a")).doesNotContain("are not combined");
        assertThat(reason("eth0 of a", "eth0 of b"))
                .endsWith("; captures of different hosts are not combined: their clocks differ");
    }

    /** An earlier join was killed, and this one is refused. */
    @Test
    void keepsTheLastCompleteRun() throws Exception {
        RunDirectory run = new RunDirectory(folder);
        Path replaced = Files.createDirectory(folder.resolve("wire-replaced"));
        Files.writeString(replaced.resolve("run.json"), "complete");
        Files.createDirectory(run.wire().path());
        Files.writeString(run.wire().ticks(), "incomplete");
        Path capture = Files.writeString(folder.resolve("a.pcap"), "no capture");
        assertThatThrownBy(() -> captured(Map.of()).make(List.of(capture), Optional.empty(), () -> false))
                .isInstanceOf(ProblemException.class);
        assertThat(run.wire().manifest()).hasContent("complete");
        assertThat(run.wire().ticks()).doesNotExist();
        assertThat(replaced).doesNotExist();
    }
}
