package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.replayer.TestRecording.quote;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.replay.WarmUp.InitialQuotes;

final class InitialQuotesTest {
    @TempDir
    private Path folder;

    private long[] initial(Window window, RecordedQuote... quotes) {
        try (Recording recording = TestRecording.of(folder, List.of(quotes))) {
            return InitialQuotes.before(recording, window);
        }
    }

    @Test
    void returnsLatestQuotesOfEveryMarketBeforeTheWindow() {
        assertThat(initial(
                        new Window(5, 6),
                        quote(0, 0, 0, 10, 11),
                        quote(1, 0, 1, 10, 11),
                        quote(2, 0, 0, 12, 13),
                        quote(3, 1, 0, 10, 11),
                        quote(4, 1, 1, 10, 11),
                        quote(5, 0, 0, 14, 15)))
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void takesEachSideFromTheLatestQuoteWithIt() {
        assertThat(initial(
                        new Window(4, 5),
                        quote(0, 0, 0, 9, 11),
                        quote(1, 0, 0, 10, 11),
                        quote(2, 0, 0, 12, Price.NONE),
                        quote(3, 0, 0, 13, Price.NONE),
                        quote(4, 0, 0, 14, 15)))
                .containsExactly(1, 3);
    }

    @Test
    void fallsBackToTheFirstQuoteOfAMarket() {
        assertThat(initial(
                        new Window(1, 4),
                        quote(0, 0, 0, 9, 11),
                        quote(1, 0, 0, 10, 11),
                        quote(2, 1, 1, Price.NONE, 20),
                        quote(3, 1, 1, 18, 21),
                        quote(4, 1, 1, 19, 22)))
                .containsExactly(0, 2, 3);
    }
}
