package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.reason;
import static org.ticktoquote.analysis.Reasons.rules;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/** Journals with valid checksums but unplanned or impossible content. The harness is to blame, never the application. */
class UnsoundTicksTest {
    private static final int INTENDED = 8;
    private static final int SENT = 16;
    private static final int BID = 32;
    private static final int FLAGS = 68;

    @TempDir
    private Path folder;

    private RunFixture run;

    private void write() {
        run = new RunFixture(folder, 1);
        run.play("""
                tick 1 EUR/USD at 10 answered at 11
                tick 2 EUR/USD at 20 answered at 25
                tick 3 EUR/USD at 30 answered at 33
                tick 4 EUR/USD at 40 answered at 44
                """).close();
        run.writeManifest();
    }

    /** Rewrites a journal with changed records and valid checksums. */
    private void rewrite(Path journal, JournalSchema schema, Consumer<List<MutableDirectBuffer>> change) {
        List<MutableDirectBuffer> records = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal, schema)) {
            while (reader.next()) {
                MutableDirectBuffer record = new UnsafeBuffer(new byte[schema.recordLength()]);
                record.putBytes(0, reader.buffer(), reader.offset(), schema.recordLength());
                records.add(record);
            }
        }
        change.accept(records);
        assertThat(journal.toFile().delete()).isTrue();
        try (JournalWriter writer = JournalWriter.at(journal, schema)
                .run(RunFixture.IDENTITY)
                .recordsPerSegment(64)
                .open()) {
            for (MutableDirectBuffer record : records) {
                int at = writer.claim();
                writer.buffer().putBytes(at, record, 0, schema.recordLength());
                writer.commit();
            }
        }
    }

    private void ticks(Consumer<List<MutableDirectBuffer>> change) {
        write();
        rewrite(run.directory.ticks(), TickRecord.SCHEMA, change);
    }

    private void quotes(Consumer<List<MutableDirectBuffer>> change) {
        write();
        rewrite(run.directory.quotes(0), SnapshotRecord.SCHEMA, change);
    }

    private static void add(MutableDirectBuffer record, int offset, long ns) {
        record.putLong(offset, record.getLong(offset, ByteOrder.LITTLE_ENDIAN) + ns, ByteOrder.LITTLE_ENDIAN);
    }

    private Summary summary() {
        return Analysis.of(folder).result().summary();
    }

    private String onlyReason(String rule) {
        Summary summary = summary();
        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
        assertThat(summary.findings().reasons()).extracting(Reason::verdict).doesNotContain(Verdict.FAILED);
        return reason(summary, rule).text();
    }

    @Test
    void rewrittenJournalsAreValid() {
        ticks(records -> {});
        assertThat(summary().findings().validity()).isEqualTo(Verdict.VALID);
    }

    private static Arguments ticks(String rule, String text, Consumer<List<MutableDirectBuffer>> change) {
        return Arguments.of(rule, text, change);
    }

    /** With all ticks shifted by 5 ms the response would be 5 ms shorter. */
    static Stream<Arguments> unsoundTicks() {
        String schedule = "Ticks with an intended time that differs from recording, window and speed: ";
        return Stream.of(
                ticks(
                        "schedule-differs",
                        schedule + "1. The first is tick 2, by -1 ns.",
                        records -> add(records.get(1), INTENDED, -1)),
                ticks(
                        "schedule-differs",
                        schedule + "4. The first is tick 1, by +5.00 ms.",
                        records -> records.forEach(record -> {
                            add(record, INTENDED, 5_000_000);
                            add(record, SENT, 5_000_000);
                        })),
                ticks(
                        "send-errors",
                        "0 send calls failed, 1 tick is marked so in the journal.",
                        records -> records.get(3).putShort(FLAGS, (short) 1, ByteOrder.LITTLE_ENDIAN)),
                ticks(
                        "journals-not-whole",
                        "ticks.journal: byte 4256: record 3: sent falls from 20000000 to 15000000 ns.",
                        records -> add(records.get(2), SENT, -15_000_000)));
    }

    @ParameterizedTest
    @MethodSource("unsoundTicks")
    void unsoundTicksVoidTheRun(String rule, String text, Consumer<List<MutableDirectBuffer>> change) {
        ticks(change);
        assertThat(onlyReason(rule)).isEqualTo(text);
    }

    @Test
    void tickPriceDifferentFromTheRecordingVoidsTheRun() {
        ticks(records -> add(records.get(2), BID, 1));
        assertThat(onlyReason("ticks-differ")).contains("differ from the window of the recording");
    }

    @Test
    void tickNotSentAfterALostSessionIsChargedToTheApplication() {
        ticks(records -> records.get(3).putShort(FLAGS, (short) 4, ByteOrder.LITTLE_ENDIAN));
        Summary summary = summary();
        assertThat(summary.findings().validity()).isEqualTo(Verdict.FAILED);
        assertThat(reason(summary, "feed-deserted").text())
                .isEqualTo(
                        "1 tick was not sent: the application had requested it and then lost its session at the venue.");
    }

    @Test
    void usesThePluralForSeveralUnsentTicks() {
        ticks(records -> records.forEach(record -> record.putShort(FLAGS, (short) 4, ByteOrder.LITTLE_ENDIAN)));
        assertThat(reason(summary(), "feed-deserted").text())
                .isEqualTo("4 ticks were not sent: the application had requested them and then lost its session at the"
                        + " venue.");
    }

    @Test
    void tickOfAnUnsubscribedPairIsNotDueAndIsReported() {
        ticks(records -> records.get(3).putShort(FLAGS, (short) (2 + 32), ByteOrder.LITTLE_ENDIAN));
        Summary summary = summary();
        assertThat(summary.findings().validity()).isEqualTo(Verdict.FAILED);
        assertThat(reason(summary, "feed-unsubscribed").value()).isEqualTo(0.25);
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo(3);
        assertThat(summary.counts().tickOutcomes().unchanged()).isOne(); // its snapshot answers a request
        assertThat(summary.model().publishedNotDue()).isZero();
        assertThat(summary.latencies().of(Latency.QUOTE_AGE).latest().measured())
                .isEqualTo(3);
        assertThat(reason(summary, "feed-unsubscribed").text())
                .isEqualTo("1 tick was not sent: the application had unsubscribed from the pair (263=2)."
                        + " These ticks are not due and are in no figure.");
    }

    @Test
    void reportsPairThatWasNeverRequested() {
        ticks(records -> records.forEach(record -> record.putShort(FLAGS, (short) 2, ByteOrder.LITTLE_ENDIAN)));
        assertThat(reason(summary(), "feed-unsubscribed").text())
                .startsWith(
                        "Not sent: 4 ticks of EUR/USD, which clients subscribe to, but the application requested from no venue.");
    }

    @Test
    void pairRequestedFromOneVenueOnlyIsAccepted() {
        ticks(records -> records.get(3).putShort(FLAGS, (short) 2, ByteOrder.LITTLE_ENDIAN));
        assertThat(rules(summary())).doesNotContain("feed-unsubscribed");
    }

    @Test
    void snapshotWithReceiveTimeTooLateEndsTheJournal() {
        quotes(records -> add(records.get(1), 0, 5_000_000_000L));
        assertThat(onlyReason("journals-not-whole"))
                .isEqualTo("quotes-00.journal: byte 4256: record 3: received falls from 5025000000 to 33000000 ns.");
        assertThat(summary().latencies().of(Latency.RESPONSE).p99().low()).isLessThan(5_000_000_000L);
        assertThat(summary().counts().tickOutcomes().published()).isOne();
    }

    @Test
    void swappedSnapshotsDoNotBlameTheApplication() {
        quotes(records -> records.add(1, records.remove(2)));
        assertThat(onlyReason("journals-not-whole")).contains("quotes-00.journal: byte 4256: record 3: received falls");
    }
}
