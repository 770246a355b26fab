package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.replayer.importing.FixImportTest.price;
import static org.ticktoquote.replayer.importing.FixImportTest.quote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.replayer.TestCapture;

/** Tests options of FIX files and tick files. */
final class FixOptionsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "./EURUSD.csv, --sender, EBS, a FIX capture or a FIX log",
        "./a.log, --stamps, metawatch, a FIX capture",
        "./a.pcap, --sending-time, '', a FIX log",
        "./a.pcap, --zone, UTC-05:00, a FIX log or a tick file",
        "./a.log, --date, 2014-05-02, a tick file",
        "./a.log, --symbol, EUR/USD, a tick file",
        "./a.log, --columns, 'time=0,bid=1,ask=2', a tick file",
        "./a.pcap, --skip-lines, 1, a tick file",
    })
    void refusesOptionsThatDoNotApplyToTheFiles(String file, String option, String value, String kinds)
            throws IOException {
        Files.writeString(folder.resolve("EURUSD.csv"), "time,bid,ask\n2014-05-02T12:30:00Z,1.1,1.2\n");
        Files.writeString(folder.resolve("a.log"), price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")) + "\n");
        TestCapture capture = new TestCapture();
        new FixImportTest.Connection(capture, 50_001)
                .prices(1_000_000, price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")));
        capture.in(folder, "a.pcap");
        Import result = value.isEmpty() ? Import.of(folder, file, option) : Import.of(folder, file, option, value);
        assertThat(result.status).isEqualTo(2);
        assertThat(result.complaints)
                .contains(option + ": none of these files is " + kinds + ", expected one, or no " + option);
        assertThat(result.left()).containsExactly("EURUSD.csv", "a.log", "a.pcap");
    }

    @Test
    void acceptsOptionsThatApplyToSomeOfTheFiles() throws IOException {
        Files.writeString(folder.resolve("a.log"), price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")) + "\n");
        Files.writeString(folder.resolve("ticks.csv"), "time,bid,ask\n12:30:01,1.1,1.2\n");
        assertThat(Import.of(folder, "./a.log ./ticks.csv --date 2014-05-02 --symbol EURUSD --sending-time")
                        .quotes())
                .hasSize(2);
    }
}
