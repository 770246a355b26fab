package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.rules;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;

/**
 * A captured run that lacks a tick of EUR/USD after tick 2. The application prices it: {@code gets 3 as EUR/USD} is a price of no
 * captured tick. Tick 4 makes the price known again.
 */
final class PriceGapsTest {
    private static final Map<String, String> PARTS = Map.of(
            "TICKS",
            "tick 1 EUR/USD at 10; tick 2 EUR/USD at 20; tick 3 USD/JPY at 35; tick 4 EUR/USD at 50;"
                    + " tick 5 EUR/USD at 60; tick 6 EUR/USD at 70",
            "BEFORE",
            "session 0 not-captured at 4; session 0 gets 1 at 11; session 0 gets 2 at 21",
            "UNKNOWN",
            "session 0 gets 3 as EUR/USD at 36; session 0 gets 3 as EUR/USD at 50.5",
            "AFTER",
            "session 0 gets 4 at 51; session 0 gets 5 at 61");
    private static final long EUR_USD = 0;

    @TempDir
    private Path folder;

    private RunFixture run;

    private void createRun(String by) throws IOException {
        run = new RunFixture(Files.createDirectory(folder.resolve(by)), 1);
        run.matching = by.equals("id") ? run.matching : Matching.byPrice(Matching.DECLARED);
        run.source = RunManifest.WIRE;
        run.processes.clear();
        run.drainMs = 10_000;
        run.subscribed = List.of(0);
        run.facts.put(RunManifest.PRICE_GAPS_FACT, "1");
    }

    private void gap(double afterMs, long end) {
        try (JournalWriter gaps = JournalWriter.at(run.directory.priceGaps(), TickRecord.PRICE_GAPS)
                .run(RunFixture.IDENTITY)
                .recordsPerSegment(8)
                .open()) {
            int at = gaps.claim();
            gaps.buffer().putLong(at + TickRecord.GAP_BEGIN, RunFixture.ns(afterMs) + 1);
            gaps.buffer().putLong(at + TickRecord.GAP_END, end);
            gaps.buffer().putLong(at + TickRecord.GAP_INSTRUMENT, EUR_USD);
            gaps.commit();
        }
    }

    /** Plays events and the named parts. */
    private Summary summary(String events) {
        String all = events;
        for (Map.Entry<String, String> part : PARTS.entrySet()) {
            all = all.replace(part.getKey(), part.getValue());
        }
        return run.summary(all);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the pair is excluded from the missing tick to the next known price | id price | 20 | 4 \
            | TICKS; BEFORE; UNKNOWN; AFTER; session 0 gets 6 at 72 \
            | published 2, excluded 3, unattributed 3, verdict VALID, rules none
            a price after the last tick can be of a later tick | id price | 20 | 4 \
            | TICKS; BEFORE; UNKNOWN; AFTER; session 0 gets 6 at 72; tick 7 EUR/USD at 1055 answered at 1056; \
            session 0 gets 3 as EUR/USD at 1057 | rules none
            the application keeps the price of the missing tick, because it rejects crossed ones | id price | 20 | 4 \
            | tick 1 EUR/USD at 10; tick 2 EUR/USD at 20; tick 3 USD/JPY at 35; tick 4 EUR/USD crossed at 50; \
            tick 5 EUR/USD at 60; tick 6 EUR/USD at 70; session 0 not-captured at 4; session 0 gets 1 at 11; \
            session 0 gets 2 at 52; session 0 gets 3 as EUR/USD at 53; session 0 gets 5 at 61; session 0 gets 6 at 72 \
            | rules none, published 1
            the unknown price equals that of tick 5 by chance and is sent before that of tick 4 | price | 20 | 4 \
            | TICKS; BEFORE; session 0 gets 5 at 61; session 0 gets 4 at 62; session 0 gets 3 as EUR/USD at 63; \
            session 0 gets 5 at 64; session 0 gets 6 at 72 | rules none, published 1
            the application stops for two seconds and continues with the unknown price | id price | 20 | 4 \
            | TICKS; BEFORE; tick 7 EUR/USD at 1060; session 0 gets 3 as EUR/USD at 2000; session 0 gets 4 at 2001; \
            session 0 gets 5 at 2002; session 0 gets 6 at 2003; session 0 gets 7 at 2004 \
            | rules none, published 1, excluded 5
            the first known price has one second | id price | 60 | 6 \
            | TICKS; BEFORE; AFTER; session 0 gets 3 as EUR/USD at 72; tick 7 EUR/USD at 1069; tick 8 EUR/USD at 1071 \
            | rules lost, lost 1, excluded 4
            a price that no tick makes known stays unknown | price | 60 | 0 \
            | TICKS; BEFORE; AFTER; session 0 gets 3 as EUR/USD at 5000 | rules none, published 2, excluded 3
            """)
    void unknownPricesAreExcluded(
            String name, String matchings, double gapAfterMs, long gapEnd, String events, String expected)
            throws IOException {
        for (String by : matchings.split(" ", -1)) {
            createRun(by);
            gap(gapAfterMs, gapEnd);
            assertHas(summary(events), expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"id, unexplained", "price, model-refused"})
    void chargesAWrongPriceASecondAfterThePriceIsKnownAgain(String by, String rule) throws IOException {
        createRun(by);
        gap(20, 4);
        Summary summary = summary("TICKS; BEFORE; UNKNOWN; AFTER; session 0 gets 6 at 72; tick 7 EUR/USD at 1055;"
                + " session 0 gets 3 as EUR/USD at 1056; tick 8 EUR/USD at 1060");
        assertThat(rules(summary)).contains(rule);
    }

    @Test
    void theJournalOfGapsIsNeeded() throws IOException {
        createRun("price");
        assertThat(Files.exists(run.directory.priceGaps())).isFalse();
        assertThat(rules(summary("TICKS; BEFORE; UNKNOWN; AFTER"))).contains("journals-not-whole");
    }
}
