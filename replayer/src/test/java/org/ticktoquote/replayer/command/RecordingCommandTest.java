package org.ticktoquote.replayer.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.replayer.generate.GeneratedPair;

class RecordingCommandTest {
    @TempDir
    private static Path generated;

    @TempDir
    private Path folder;

    private final CommandLineParty line = new CommandLineParty();
    private Path file;

    @BeforeAll
    static void generateTwoMinutes() {
        String command = "generate --length 2min --pairs EUR/USD,NZD/USD --seed 9 --out";
        assertThat(new CommandLineParty().output(command, generated.resolve("nfp.t2q")))
                .contains("nfp.t2q", "2 instruments", "sha256");
    }

    @Test
    void helpOfGenerateListsPairs() {
        assertThat(line.output("generate --help").replaceAll("\\s+", " "))
                .contains(String.join(", ", GeneratedPair.symbols()));
    }

    @BeforeEach
    void copy() throws IOException {
        file = Files.copy(generated.resolve("nfp.t2q"), folder.resolve("nfp.t2q"));
    }

    @Test
    void statisticsFitIntoATerminalAndCountAllTicks() {
        String printed = line.output("recording stats", file);
        assertThat(printed)
                .contains("announcement 2014-05-02T12:30:00Z", "EUR/USD", "reference", "all", "QuantConnect/Lean");
        assertThat(printed.lines())
                .allSatisfy(row -> assertThat(row).hasSizeLessThanOrEqualTo(120).doesNotEndWith(" "));

        long rows = line.output("recording show --limit 0", file).lines().count() - 1;
        assertThat(line.output("recording stats", file).replace(",", "")).contains(rows + " ticks");
    }

    @Test
    void printsStatisticsAsJson() throws IOException {
        JsonNode json = new ObjectMapper().readTree(line.output("recording stats --json --window T0..T0+30s", file));
        assertThat(json.path("sha256").asText()).hasSize(64);
        assertThat(json.path("all").path("newsPerSecond").asDouble()).isGreaterThan(50);
        assertThat(json.path("all").path("quietPerSecond").isNull()).isTrue();
        assertThat(json.path("reference").get(0).path("ticks").asInt()).isEqualTo(12_981);
    }

    /** The file has no quantities for EUR/USD and one side of GBP/USD, and 0 for its other side. */
    @Test
    void statisticsReportAddedQuantities() throws IOException {
        Path ticks = Files.writeString(
                folder.resolve("ticks.csv"),
                "time,pair,bid,ask,bidsize\n1399033800,GBPUSD,1.1,1.2,0\n1399033801,EURUSD,1.1,,\n");
        line.output("import", ticks, "--out", file);
        assertThat(line.complained()).contains("note: 2 sides have no quantity in the files and get 1,000,000");
        Path part = folder.resolve("part.t2q");
        line.output("recording cut", file, "--instruments GBP/USD --out", part);
        assertThat(line.output("recording stats", part))
                .contains(
                        "quantities 1,000,000, sides with quantity 0: 1; sides without a quantity in the files were imported with"
                                + " 1,000,000");
        assertThat(line.output("import", ticks, "--quantity 5 --out", file)).contains("nfp.t2q");
        assertThat(line.complained()).contains("note: 3 sides have no quantity in the files and get 5 of the base");
        JsonNode json = new ObjectMapper().readTree(line.output("recording stats --json", file));
        assertThat(json.path("quantities")).hasToString("{\"smallest\":5,\"largest\":5,\"zeroSides\":0,\"added\":5}");
    }

    @Test
    void showsTicksAsCsv() {
        List<String> rows = line.output("recording show --from T0+2s --limit 5 --instrument eurusd", file)
                .lines()
                .toList();
        assertThat(rows.get(0)).isEqualTo("tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity");
        assertThat(rows).hasSize(6);
        assertThat(rows.subList(1, 6))
                .allMatch(
                        row -> row.matches(
                                "[0-9]+,2014-05-02T12:30:02\\.[0-9]+Z,EUR/USD,VENUE-1,(1\\.[0-9]+)?,(1\\.[0-9]+)?,[0-9]*,[0-9]*"));
    }

    @Test
    void cutsRecording() {
        Path part = folder.resolve("part.t2q");
        line.output("recording cut", file, "--from T0 --to T0+10s --instruments NZD/USD --out", part);
        assertThat(line.output("recording verify", part)).contains("part.t2q: sound");
        assertThat(line.output("recording stats", part))
                .contains("announcement 2014-05-02T12:30:00Z")
                .doesNotContain("EUR/USD");
        List<String> kept = ticks(file);
        kept.removeIf(tick -> !tick.matches("2014-05-02T12:30:0.*,NZD/USD,.*"));
        assertThat(ticks(part)).isNotEmpty().isEqualTo(kept);
    }

    /** Returns the ticks of a recording without their ids. */
    private List<String> ticks(Path recording) {
        return line.output("recording show --limit 0", recording)
                .lines()
                .skip(1)
                .map(row -> row.substring(row.indexOf(',') + 1))
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @CsvSource({
        "25, recording verify, nfp.t2q: not a sound recording",
        "3, recording show --limit 0, ': not a sound recording: tick [0-9]+: .* is unknown, expected below '"
    })
    void reportsDamageAndTicksOfUnknownInstruments(int fromEnd, String command, String complaint) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - fromEnd] ^= (byte) 0xff;
        Files.write(file, bytes);

        assertThat(line.refusal(5, command, file)).containsPattern(complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "recording stats FILE --window T0 | is not a window",
                "recording show FILE --from noon | is not a time",
                "recording show FILE --instrument GBP/USD | 'GBP/USD' is not in",
                "recording show FILE --limit -1 | --limit",
                "recording cut FILE --out FILE | itself",
                "recording | a command is missing: stats, show, cut or verify",
                "generate --out FILE --pairs 99 | expected a count",
                "generate --out FILE --venues 0 | --venues",
                "generate --out FILE --length 0s | --length",
                "generate --out FILE --length 100h | --length: '360000 s', expected 1s to 24h",
                "generate --out FILE --rate-factor -1 | --rate-factor",
                "generate --out FILE --rate-factor 1e-300 | --rate-factor",
                "generate --out FILE --announcement noon | 'noon' is not an instant, expected an instant as 2014-05-02T12:30:00Z",
                "generate --out FILE --announcement +999999999-12-31T23:59:59Z | --announcement",
                "recording cut FILE --from T0+5h --out FILE2 | no tick of",
                "recording show FILE --instruments , | --instruments: '' is not in",
                "generate --out FILE --one-sided 2 | --one-sided",
                "recording verify FILE.no | no such file",
                "recording stats FILE.no | no such file",
                "recording show FILE.no | no such file",
                "recording cut FILE.no --out FILE | no such file",
                "recording cut FILE --out FILE.no/x | no such folder: ",
                "generate --out FILE.no/x | no such folder: ",
                "generate --out /dev/null | is not a regular file"
            })
    void refusesWrongUseWithoutTouchingTheFile(String arguments, String complaint) throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThat(line.refusal(2, arguments.replace("FILE", file.toString()))).contains(complaint);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void refusesRecordingTruncatedDuringReading() throws IOException {
        long whole = Files.size(file);
        assertThatThrownBy(() -> RecordingCommand.reading(file, recording -> {
                    cut(4_096);
                    recording.verify();
                }))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageStartingWith(file + ": not a sound recording: it was cut: 4096 bytes, expected " + whole);
    }

    private void cut(long length) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
