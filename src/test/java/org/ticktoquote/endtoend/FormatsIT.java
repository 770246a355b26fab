package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/formats.md} suffices to read a run: an independent reader agrees with the analysis. */
@LongProof
class FormatsIT {
    private static final String FAULTS = "--fault drop:share=0.01,seed=1 --fault duplicate:share=0.01,seed=2"
            + " --fault reorder:share=0.01,seed=3 --fault disconnect:session=1,after=100";

    @TempDir
    private Path folder;

    private Path run;

    /** Change of a file of the run. */
    private interface Change {
        byte[] of(byte[] content);
    }

    /** Some ticks are not sent: those of an unsubscribed pair, and all but the last one of a slice. */
    @Test
    void sufficesToRecomputeARunOfWhichSomeTicksAreNotSentAndToRefuseDamagedFiles() throws Exception {
        Path venues = Files.writeString(
                folder.resolve("venues.yaml"), "venues: {VENUE: {slice: 20ms, pairs: [EUR/USD, GBP/USD]}}\n");
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0+1s..T0+4s", "--length", "4min", "--pairs", "3", "--venues", "2")
                .with("--venues", venues.toString(), "--pairs", "EUR/USD,GBP/USD")
                .with("--app-args", FAULTS, "--threads", "auto")
                .with("--drain", "4s"); // longer than the session is disconnected
        scenario.run(4);
        run = scenario.directory();
        assertThat(scenario.summary().rules("FAILED")).contains("session-drops");
        Map<String, String> host = scenario.manifest().observed().host();
        assertThat(Long.parseLong(host.get("feed.ticksUnwanted"))).isPositive();
        assertThat(Long.parseLong(host.get("feed.ticksSuperseded"))).isPositive();
        FormatReader.assertAgrees(run);

        assertRefusesOtherVersions();
        refuses("run.json", text("\"speed\" : 1", "\"speed\" : 2"), "does not end with its SHA-256");
        refuses(
                "summary.json",
                text("\"validity\" : \"(FAILED|VOID)\"", "\"validity\" : \"VALID\""),
                "does not end with its SHA-256");
        refuses("truth-quotes.journal", flipped(4096 + 20), "checksum at byte 4096 is");
        refuses("quotes-00.journal", flipped(72), "header checksum is");
        byte[] other = Files.readAllBytes(run.resolve("quotes-02.journal"));
        refuses("quotes-00.journal", content -> other, "quotes-00.journal: is b'quotes-02' of the run");
        refuses("tick-results.bin", flipped(4096 + 16), "checksum is ");
        refuses("curves.json", text("\"count\":", "\"count\":1"), "does not end with its SHA-256");
    }

    private void assertRefusesOtherVersions() throws Exception {
        refuses("ticks.journal", flipped(8), "header version is ");
        refuses("hiccups-replayer.journal", flipped(16), "schema 3 version ");
        refuses("tick-results.bin", flipped(8), "version is ");
        for (String json : new String[] {
            "run.json", "audit-harness.jsonl", "curves.json", "threads.json", "evidence-application.jsonl"
        }) {
            refuses(json, text("\"formatVersion\"", "\"formatVersion\":99,\"was\""), "format version is 99, expected ");
        }
    }

    private static Change flipped(int at) {
        return content -> {
            byte[] changed = content.clone();
            changed[at] ^= 64;
            return changed;
        };
    }

    private static Change text(String from, String to) {
        return content -> new String(content, StandardCharsets.UTF_8)
                .replaceFirst(from, to)
                .getBytes(StandardCharsets.UTF_8);
    }

    private void refuses(String file, Change change, String expected) throws Exception {
        Path path = run.resolve(file);
        byte[] content = Files.readAllBytes(path);
        Files.write(path, change.of(content));
        FormatReader.assertRefuses(run, expected);
        Files.write(path, content);
    }
}
