package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.venue.Venue.VenueSlices;

class VenueSlicesTest {
    private static final boolean[] ALL = {true, true};

    @TempDir
    private Path folder;

    private Recording recording(List<RecordedQuote> quotes) {
        return TestRecording.of(folder, quotes);
    }

    private static RecordedQuote quote(long timeNs, int instrument, int venue) {
        return TestRecording.quote(timeNs, instrument, venue, 1, 2);
    }

    private static List<Long> followed(VenueSlices slices, Recording recording, int end) {
        slices.ahead(end);
        List<Long> followed = new ArrayList<>();
        for (long index = 0; index < end; index++) {
            if (slices.isFollowed(index, recording.quote(index).instrumentId())) {
                followed.add(index);
            }
        }
        return followed;
    }

    @Test
    void tickAtTheEndIsNotFollowed() {
        try (Recording recording = recording(List.of(quote(0, 0, 0), quote(1, 0, 0), quote(2, 0, 0)))) {
            VenueSlices slices = new VenueSlices(recording, 10, ALL);
            slices.ahead(0);
            assertThat(slices.isFollowed(0, 0)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithExhaustiveSearch(long seed) {
        Random random = new Random(seed);
        List<RecordedQuote> quotes = new ArrayList<>();
        long timeNs = -random.nextInt(50);
        for (int i = 0; i < 400; i++) {
            timeNs += random.nextInt(8);
            quotes.add(quote(timeNs, random.nextInt(2), random.nextInt(2)));
        }
        long lengthNs = 1 + random.nextInt(60);
        boolean[] carried = {true, random.nextBoolean()};
        try (Recording recording = recording(quotes)) {
            VenueSlices slices = new VenueSlices(recording, lengthNs, carried);
            for (int end = 400; end > 0; end -= 1 + random.nextInt(40)) {
                assertThat(carriedOnly(followed(slices, recording, end), quotes, carried))
                        .as("seed %d, up to %d", seed, end)
                        .isEqualTo(expectedFollowed(quotes.subList(0, end), lengthNs, carried));
            }
        }
    }

    private static List<Long> carriedOnly(List<Long> indexes, List<RecordedQuote> quotes, boolean[] carried) {
        return indexes.stream()
                .filter(index -> carried[quotes.get(index.intValue()).venueId()])
                .toList();
    }

    private static List<Long> expectedFollowed(List<RecordedQuote> quotes, long lengthNs, boolean[] carried) {
        List<Long> followed = new ArrayList<>();
        for (int i = 0; i < quotes.size(); i++) {
            RecordedQuote tick = quotes.get(i);
            boolean another = quotes.subList(i + 1, quotes.size()).stream()
                    .anyMatch(later -> carried[later.venueId()]
                            && later.instrumentId() == tick.instrumentId()
                            && Math.floorDiv(later.venueTimeNs(), lengthNs)
                                    == Math.floorDiv(tick.venueTimeNs(), lengthNs));
            if (carried[tick.venueId()] && another) {
                followed.add((long) i);
            }
        }
        return followed;
    }
}
