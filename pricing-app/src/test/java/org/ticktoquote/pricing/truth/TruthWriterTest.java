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

    @Test
    void keepsEveryQuoteAndTheOrderOfEachThread() throws InterruptedException {
        int perThread = 60_000;
        TruthWriter writer = TruthWriter.in(directory, JournalOrigin.NO_RUN, (thread, thrown) -> {});
        List<Thread> threads = new ArrayList<>();
        for (int session = 0; session < 4; session++) {
            int own = session;
            threads.add(new Thread(() -> {
                for (int id = 1; id <= perThread; id++) {
                    writer.quote(new Truth.QuoteFacts(id, 3, own, 2, Fate.CONFLATED, 10, 11, 12, 13, 14));
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
                assertMembers(quote);
                assertThat(quote.tickId()).isEqualTo(last.getOrDefault(quote.session(), 0L) + 1);
                last.put(quote.session(), quote.tickId());
            }
        }
        assertThat(last).hasSize(4).containsValues((long) perThread);
    }

    private static void assertMembers(TruthQuoteRecord quote) {
        assertThat(List.of(quote.bid(), quote.ask(), quote.outNs(), quote.messageSequence(), quote.supersededBy()))
                .containsExactly(10L, 11L, 12L, 13L, 14L);
        assertThat(quote.fate()).isEqualTo(Fate.CONFLATED);
        assertThat(quote.instrumentId()).isEqualTo(3);
        assertThat(quote.tier()).isEqualTo(2);
    }
}
