package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.replayer.importing.FixImportTest.TWO_SIDES;
import static org.ticktoquote.replayer.importing.FixImportTest.fix;
import static org.ticktoquote.replayer.importing.FixImportTest.price;
import static org.ticktoquote.replayer.importing.FixImportTest.quote;
import static org.ticktoquote.replayer.importing.FixImportTest.time;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import quickfix.FileLogFactory;
import quickfix.Log;
import quickfix.SessionID;
import quickfix.SessionSettings;

/** Tests the import of FIX logs. */
class FixLogImportTest {
    @TempDir
    private Path folder;

    private Import importedLog(String text, String... options) throws IOException {
        Files.writeString(folder.resolve("a.log"), text);
        return Import.of(folder, "./a.log " + String.join(" ", options));
    }

    @Test
    void mergesFixWithOtherFiles() throws IOException {
        TickFiles.text(folder, "EURUSD.csv", "time,bid,ask,bid size,ask size", "2014-05-02T12:30:00.002Z,1,2,3,4");
        assertThat(importedLog(LOG, "@CSV=./EURUSD.csv").quotes())
                .hasSize(4)
                .element(1)
                .isEqualTo(time("002") + "EUR/USD@CSV 1/2 3x4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000000001 ", "INFO session=1234567890123 ", "1399120201 "})
    void ignoresNumbersThatAreNoTimes(String before) throws IOException {
        Import result = importedLog(before + price("S", 2, "EBS", quote("EUR/USD", "1.1", "1.2")) + "\n");
        assertThat(result.quotes()).containsExactly("2014-05-02T12:30:00Z EUR/USD@EBS 1.1/1.2 1000000x2000000");
        assertThat(result.complaints).contains("1 message without a time before");
    }

    /** Returns a log of both directions: a request and interleaved prices of two venues. */
    private static String log(BiFunction<Integer, String, String> line) {
        return line.apply(0, fix("V", 2, "BANK", "EBS", "20140502-12:30:00.000", "262=r|146=1|55=EUR/USD|"))
                + line.apply(1, price("W", 2, "EBS", "55=EUR/USD|" + TWO_SIDES))
                + "20140502-12:30:00.001: something else\n"
                + line.apply(2, fix("S", 2, "LMX", "BANK", "20140502-12:30:00.002", quote("EUR/USD", "1.3", "1.4")))
                + line.apply(3, price("X", 3, "EBS", "268=1|279=0|278=8|269=0|55=EUR/USD|270=1.15|271=500000|"));
    }

    private static final String LOG = log((at, message) -> "20140502-12:30:00.00" + at + ": " + message + "\n");
    private static final List<String> LOGGED = List.of(
            time("001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
            time("002") + "EUR/USD@LMX 1.3/1.4 1000000x2000000",
            time("003") + "EUR/USD@EBS 1.15/1.2 500000x2000000");

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "20140502-12:30:00.00%d: #SOH##",
                "20140502-12:30:00.00%d : <#|##",
                "20140502-12:30:00.00%d - IN - #^A##",
                "2014-05-02 14:30:00,00%d INFO  [main] (FIX.4.4:BANK->EBS) in: #<SOH>##are in UTC+02:00",
                "2014-05-02T12:30:00.00%dZ > #;##",
                "2014-05-02T14:30:00.00%d000+02:00 [#|#]#",
                "12:30:00.00%d OUT #\\x01##",
                "07:30:00.00%d #\u0001##are in UTC-05:00",
                "[02/05/2014 12:30:00.00%d] #|##",
                "05/02/2014 02:30:00.00%d PM #|##are in UTC+02:00",
                "5/2/2014 2:30:00.00%d PM #|##are in UTC+02:00",
                "2014-05-02 14:30:00.00%d AM #|##are in UTC+02:00",
                "2014-05-02 07:30:00.00%d PM-1 #|##are in UTC-05:00",
                "139903380000%d #|##",
                "May  2 14:30:00 host app[1]: 20140502-12:30:00.00%d: #|##",
                "May  2 14:30:01 host app[1]: started 08:07:00.500, 14:30:00.00%d #|##are in UTC+02:00",
                "{\"instant\":{\"epochSecond\":1399033800,\"nanoOfSecond\":%d000000},\"message\":\"#\\u0001#\"}#",
            })
    void readsLogsWithAnyPrefixAndSeparator(String before, String separator, String after, String note)
            throws IOException {
        String soh = separator.equals("SOH") ? "\u0001" : separator;
        String end = (after == null ? "" : after) + "\n";
        Import result = importedLog(
                log((at, message) -> String.format(Locale.ROOT, before, at) + message.replace("\u0001", soh) + end));
        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes()).isEqualTo(LOGGED);
        assertThat(result.complaints)
                .contains("a.log is read as a FIX log: prices (35=W, X, S, i) of 2 sessions")
                .contains(note == null ? "" : note);
    }

    @Test
    void usesSendingTimeWithoutLogTimeOrOnRequest() throws IOException {
        Import bare = importedLog(log((at, message) -> message + "\r\n"));
        assertThat(bare.quotes())
                .containsExactly(
                        time("000000001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        time("000000001") + "EUR/USD@EBS 1.15/1.2 500000x2000000",
                        time("002") + "EUR/USD@LMX 1.3/1.4 1000000x2000000");
        assertThat(bare.complaints)
                .contains("note: a.log: 4 messages without a time before them, imported at their SendingTime (52)");
        assertThat(importedLog(LOG, "--sending-time").quotes()).isEqualTo(bare.quotes());
    }

    @ParameterizedTest
    @CsvSource({"./a.log, '', EBS", "./a.log, EBS=, EBS", "@V=./a.log, V=, V", "@V=./a.log, EBS=, V"})
    void appliesZoneToLogTimes(String file, String zoned, String venue) throws IOException {
        TickFiles.text(folder, "a.log", log((at, message) -> "2014-05-02 12:30:00.00" + at + " " + message + "\n"));
        assertThat(Import.of(folder, file, "--zone", zoned + "America/New_York").quotes())
                .contains("2014-05-02T16:30:00.001Z EUR/USD@" + venue + " 1.1/1.2 1000000x2000000");
    }

    @Test
    void keepsLogTimesFarFromSendingTime() throws IOException {
        Import result = importedLog(log((at, message) -> "2026-11-22 12:30:00.00" + at + " " + message + "\n"));
        assertThat(result.quotes()).first().isEqualTo("2026-11-22T12:30:00.001Z EUR/USD@EBS 1.1/1.2 1000000x2000000");
        result = importedLog(log((at, message) -> "2026-11-22 12:30:00 took 00:00:00.123 " + message + "\n"));
        assertThat(result.quotes()).first().asString().startsWith("2026-11-22T12:30:00");
        assertThat(result.complaints).contains("note: a.log: SendingTime (52) is more than 18 h from the times before");
    }

    @Test
    void learnsZoneFromTheFirstTimeNearItsSendingTime() throws IOException {
        Import result = importedLog(log(
                (at, message) -> (at == 0 ? "2001-01-01" : "2014-05-02") + " 14:30:00.00" + at + " " + message + "\n"));
        assertThat(result.quotes()).isEqualTo(LOGGED);
        assertThat(result.complaints).contains("are in UTC+02:00").doesNotContain("more than 18 h");

        String prices = TWO_SIDES.replace("270=1.1|", "270=1.05|");
        String wrong = fix("W", 1, "EBS", "BANK", "20010101-12:30:00.000", "55=EUR/USD|" + prices);
        String right = log((at, message) -> "2014-05-02 14:30:00.00" + at + " " + message + "\n");
        result = importedLog("2014-05-02 14:30:00.000 " + wrong + "\n" + right);
        assertThat(result.quotes()).first().isEqualTo("2014-05-02T12:30:00Z EUR/USD@EBS 1.05/1.2 1000000x2000000");
        assertThat(result.quotes()).endsWith(LOGGED.toArray(String[]::new)).hasSize(LOGGED.size() + 1);
    }

    @Test
    void learnsTheZoneOfEachFileAndCountsTimesFarFromTheirSendingTime() throws IOException {
        String first = log((at, message) -> "2014-05-02 14:30:00.00" + at + " " + message + "\n");
        String other = log((at, message) -> "2014-05-02 07:30:00.00" + at + " " + message + "\n");
        Files.writeString(folder.resolve("b.log"), other.substring(other.indexOf("2014-05-02 07:30:00.002")));
        Import result = importedLog(first.substring(0, first.indexOf("2014-05-02 14:30:00.002")), "./b.log");
        assertThat(result.quotes()).isEqualTo(LOGGED);
        assertThat(result.complaints)
                .contains("note: a.log: times before the messages are in UTC+02:00")
                .contains("note: b.log: times before the messages are in UTC-05:00")
                .doesNotContain("7.5 min");

        Import changed = importedLog(LOG.replace("20140502-12:30:00.003:", "20140502-13:30:00.003:"));
        assertThat(changed.complaints).contains("note: a.log: 1 message is more than 7.5 min from SendingTime (52)");
    }

    @Test
    void readsLogWithoutLineFeeds() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40_000; i++) { // more than 4 MiB
            text.append("20140502-12:30:01.%03d: ".formatted(i / 100));
            text.append(price("S", 2 + i, "EBS", quote("EUR/USD", "1.1", "1.2")));
        }
        assertThat(importedLog(text.toString()).quotes())
                .hasSize(40_000)
                .last()
                .isEqualTo("2014-05-02T12:30:01.399000099Z EUR/USD@EBS 1.1/1.2 1000000x2000000");
    }

    @Test
    void countsGarbledMessages() throws IOException {
        Import result =
                importedLog(LOG.replace("132=1.3", "132=9.3") + "20140502-12:30:00.004: 8=FIX.4.4|9=70|35=W|34");
        assertThat(result.quotes()).containsExactly(LOGGED.get(0), LOGGED.get(2));
        assertThat(result.complaints).contains("note: a.log: 2 garbled messages");
    }

    @Test
    void notesTimesInWholeSeconds() throws IOException {
        String note =
                "note: a.log: times before the messages are whole seconds; --sending-time reads SendingTime (52)\n";
        String seconds = log((at, message) -> "20140502-12:30:00: " + message + "\n");
        assertThat(importedLog(seconds).complaints).contains(note);
        assertThat(importedLog(seconds, "--sending-time").complaints).doesNotContain(note);
        assertThat(importedLog(LOG).complaints).doesNotContain(note);
    }

    @Test
    void readsLogsInUtf16() throws IOException {
        Files.write(folder.resolve("a.log"), LOG.getBytes(StandardCharsets.UTF_16));
        assertThat(Import.of(folder, "./a.log").quotes()).isEqualTo(LOGGED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "several"})
    void readsCompressedAndSplitLogs(String how) throws IOException {
        Import result;
        if (!how.equals("several")) {
            try (OutputStream file = Files.newOutputStream(folder.resolve("a.log.packed"));
                    OutputStream out = how.equals("gzip") ? new GZIPOutputStream(file) : new ZstdOutputStream(file)) {
                out.write(LOG.getBytes(StandardCharsets.ISO_8859_1));
            }
            result = Import.of(folder, "./a.log.packed");
        } else {
            int cut = LOG.lastIndexOf("20140502-12:30:00.003:");
            Files.writeString(folder.resolve("b.log"), LOG.substring(0, cut));
            result = importedLog(LOG.substring(cut), "./b.log");
        }
        assertThat(result.quotes()).as(result.complaints).isEqualTo(LOGGED);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, ends too early: in the middle of a zstd", "0, 0xFF, not a sound zstd: "})
    void refusesCutOrDamagedZstd(int missing, int flipped, String fault) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(packed)) {
            byte[] noise = new byte[1 << 20]; // the message before it is decompressed in any case
            new Random(1).nextBytes(noise);
            out.write(LOG.getBytes(StandardCharsets.ISO_8859_1));
            out.write(noise);
        }
        byte[] bytes = Arrays.copyOf(packed.toByteArray(), packed.size() - missing);
        bytes[bytes.length - 1] ^= (byte) flipped;
        Files.write(folder.resolve("a.log.zst"), bytes);
        Import result = Import.of(folder, "./a.log.zst");
        assertThat(result.complaints).contains("a.log.zst: is damaged: " + fault);
        assertThat(result.status).isEqualTo(5);
    }

    @Test
    void readsQuickFixJLog() throws Exception {
        SessionSettings settings = new SessionSettings();
        settings.setString("FileLogPath", folder.resolve("log").toString());
        settings.setString("FileIncludeMilliseconds", "Y");
        settings.setString("FileIncludeTimeStampForMessages", "Y");
        SessionID session = new SessionID("FIX.4.4", "BANK", "EBS");
        Log log = new FileLogFactory(settings).create(session);
        log.onOutgoing(fix("V", 2, "BANK", "EBS", "20140502-12:30:00.000", "262=r|146=1|55=EUR/USD|"));
        log.onIncoming(price("W", 2, "EBS", "55=EUR/USD|" + TWO_SIDES));
        log.onIncoming(price("W", 3, "EBS", "55=EUR/USD|" + TWO_SIDES.replace("1.1", "1.15")));
        ((java.io.Closeable) log).close();
        Import result = Import.of(folder, "./log/FIX.4.4-BANK-EBS.messages.log", "--sending-time");
        assertThat(result.quotes())
                .as(result.complaints)
                .containsExactly(
                        time("000000001") + "EUR/USD@EBS 1.1/1.2 1000000x2000000",
                        time("000000002") + "EUR/USD@EBS 1.15/1.2 1000000x2000000");
    }
}
