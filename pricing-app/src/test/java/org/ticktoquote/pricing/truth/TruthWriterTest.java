package org.ticktoquote.pricing.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalReader;

class TruthWriterTest {
    @TempDir
    private Path directory;

    @Test
    void writesEveryMemberOfATick() {
        TruthWriter writer = TruthWriter.in(directory, JournalOrigin.NO_RUN, (thread, thrown) -> {});
        writer.tick(new Truth.TickFacts(7, 65_000, 200, Decision.REJECTED_CROSSED_COMPOSITE, 1, 2, 3, 4, 5, 6));
        writer.close();
        try (JournalReader reader =
                JournalReader.open(directory.resolve(TruthTickRecord.FILE), TruthTickRecord.SCHEMA)) {
            assertThat(reader.next()).isTrue();
            TruthTickRecord record = new TruthTickRecord(new UnsafeBuffer(new byte[0]), 0).wrap(reader);
            assertThat(new Truth.TickFacts(
                            record.tickId(),
                            record.instrumentId(),
                            record.venueId(),
                            record.decision(),
                            record.arrivedNs(),
                            record.decidedNs(),
                            record.holdNs(),
                            record.changedTiers(),
                            record.compositeBid(),
                            record.compositeAsk()))
                    .isEqualTo(
                            new Truth.TickFacts(7, 65_000, 200, Decision.REJECTED_CROSSED_COMPOSITE, 1, 2, 3, 4, 5, 6));
            assertThat(reader.next()).isFalse();
            assertThat(reader.closed()).isTrue();
        }
    }

    @Test
    void closesFirstJournalIfSecondCannotBeCreated() throws IOException {
        Files.createFile(directory.resolve(TruthQuoteRecord.FILE));
        assertThatThrownBy(() -> TruthWriter.in(directory, JournalOrigin.NO_RUN, (thread, thrown) -> {}))
                .isInstanceOf(JournalException.class);
        try (JournalReader reader =
                JournalReader.open(directory.resolve(TruthTickRecord.FILE), TruthTickRecord.SCHEMA)) {
            assertThat(reader.next()).isFalse();
            assertThat(reader.closed()).isTrue();
        }
    }

    private static Truth.QuoteFacts facts(long tickId, int session) {
        return new Truth.QuoteFacts(tickId, 3, session, 2, Fate.CONFLATED, 10, 11, 12, 13, 14);
    }

    @Test
    void keepsEveryQuoteAndTheOrderOfEachThread() throws InterruptedException {
        int perThread = 35_000; // together more than a segment
        TruthWriter writer = TruthWriter.in(directory, JournalOrigin.NO_RUN, (thread, thrown) -> {});
        List<Thread> threads = new ArrayList<>();
        for (int session = 0; session < 4; session++) {
            int own = session;
            threads.add(new Thread(() -> {
                for (int id = 1; id <= perThread; id++) {
                    writer.quote(facts(id, own));
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        writer.close();
        Map<Integer, Long> last = new HashMap<>();
        TruthQuoteRecord quote = new TruthQuoteRecord(new UnsafeBuffer(new byte[0]), 0);
        try (JournalReader reader =
                JournalReader.open(directory.resolve(TruthQuoteRecord.FILE), TruthQuoteRecord.SCHEMA)) {
            while (reader.next()) {
                quote.wrap(reader);
                long next = last.merge(quote.session(), 1L, Long::sum);
                assertThat(new Truth.QuoteFacts(
                                quote.tickId(),
                                quote.instrumentId(),
                                quote.session(),
                                quote.tier(),
                                quote.fate(),
                                quote.bid(),
                                quote.ask(),
                                quote.outNs(),
                                quote.messageSequence(),
                                quote.supersededBy()))
                        .isEqualTo(facts(next, quote.session()));
            }
        }
        assertThat(last).hasSize(4).containsValues((long) perThread);
    }
}
