package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.summary.LearnedFigures;

/** A tier's offsets for each pair, and one session and pair whose prices follow no offset. */
final class SampleLearned {
    private static final int TIERS = 5;
    private static final int REFUSED = 33;

    private SampleLearned() {}

    static List<LearnedFigures> of(int sessions, List<String> symbols) {
        return IntStream.range(0, sessions * symbols.size())
                .mapToObj(i -> new LearnedFigures(
                        i / symbols.size(),
                        symbols.get(i % symbols.size()),
                        -10_000L * (i / symbols.size() % TIERS),
                        10_000L * (i / symbols.size() % TIERS),
                        10_000,
                        617 + i % 7,
                        i == REFUSED ? 201 : 617,
                        i != REFUSED,
                        false))
                .toList();
    }
}
