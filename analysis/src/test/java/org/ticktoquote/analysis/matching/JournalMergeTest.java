package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;

/** Ticks of a run are replayed in order of time, with the events between two ticks session by session. */
final class JournalMergeTest {
    @TempDir
    Path directory;

    private final List<String> played = new ArrayList<>();

    private final JournalMerge.Listener listener = new JournalMerge.Listener() {
        @Override
        public void warmUpTick(TickRecord tick, long dueTiers) {
            played.add("warm-up at " + tick.sentNs() + " due " + dueTiers);
        }

        @Override
        public void warmedUp(boolean whole) {
            played.add("warmed up " + (whole ? "whole" : "in part"));
        }

        @Override
        public void tick(TickRecord tick, long dueTiers) {
            played.add("tick " + tick.tickId() + " at " + tick.sentNs() + " due " + dueTiers);
        }

        @Override
        public void event(int session, SnapshotRecord event) {
            played.add("session " + session + " at " + event.receivedNs());
        }
    };

    /** Ticks with a rising price; venue times are the sent times plus an offset. */
    private JournalWriter ticks(String name, long idBase, long venueAheadNs, long... sentNs) {
        JournalWriter writer = JournalWriter.at(directory.resolve(name), TickRecord.SCHEMA)
                .recordsPerSegment(sentNs.length + 1L)
                .open();
        for (int i = 0; i < sentNs.length; i++) {
            int at = writer.claim();
            long price = 1_000_000 + sentNs[i] * 10_000;
            TickRecord.putTimes(writer.buffer(), at, idBase + i + 1, sentNs[i], sentNs[i], 0);
            TickRecord.putSource(writer.buffer(), at, sentNs[i] + venueAheadNs, 0, 0, TickRecord.BID | TickRecord.ASK);
            TickRecord.putTop(writer.buffer(), at, price, price + 10_000, 1, 1);
            writer.commit();
        }
        return writer;
    }

    private void session(int number, long... receivedNs) {
        try (JournalWriter writer = JournalWriter.at(quotes(number), SnapshotRecord.SCHEMA)
                .recordsPerSegment(receivedNs.length + 1L)
                .open()) {
            for (long ns : receivedNs) {
                int at = writer.claim();
                SnapshotRecord.putArrival(writer.buffer(), at, ns, 1, 0);
                SnapshotRecord.putEvent(writer.buffer(), at, SnapshotRecord.SNAPSHOT, 0, 0, 1, 0);
                writer.commit();
            }
        }
    }

    private Path quotes(int number) {
        return directory.resolve("quotes-" + number);
    }

    private JournalInput opened(String ticks) {
        return JournalInput.open(directory.resolve(ticks), TickRecord.SCHEMA, JournalOrigin.NO_RUN);
    }

    /** Replays the written ticks and sessions, with or without a warm-up. */
    private List<String> play(boolean warmUp, int sessions, long uncertaintyNs) {
        DueTicks model = new DueTicks(
                new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0),
                List.of(SimulatedRun.EURUSD),
                1);
        List<JournalInput> quotes = IntStream.range(0, sessions)
                .mapToObj(number -> JournalInput.open(quotes(number), SnapshotRecord.SCHEMA, JournalOrigin.NO_RUN))
                .toList();
        @Nullable JournalInput before = warmUp ? opened("warm-up") : null;
        try (JournalInput ticks = opened("ticks")) {
            new JournalMerge(before, ticks, quotes, uncertaintyNs, model, listener).run();
        } finally {
            quotes.forEach(JournalInput::close);
            if (before != null) {
                before.close();
            }
        }
        return played;
    }

    private String played(boolean warmUp, int sessions, long uncertaintyNs) {
        return String.join("; ", play(warmUp, sessions, uncertaintyNs));
    }

    @Test
    void eventsBeforeATickPrecedeItSessionBySession() {
        ticks("ticks", 0, 0, 50).close();
        session(0, 40, 45);
        session(1, 30);
        session(2, 20);
        session(3, 10, 60);
        assertThat(played(false, 4, 0))
                .isEqualTo(
                        "warmed up in part; session 0 at 40; session 0 at 45; session 1 at 30; session 2 at 20; session"
                                + " 3 at 10; tick 1 at 50 due 1; session 3 at 60");
    }

    @Test
    void ticksPrecedeSessionsAtTheSameTime() {
        ticks("ticks", 0, 0, 10, 20).close();
        for (int number = 0; number < 5; number++) {
            session(number, 10, 20);
        }
        assertThat(played(false, 5, 0))
                .isEqualTo("warmed up in part; tick 1 at 10 due 1; session 0 at 10; session 1 at 10; session 2 at 10;"
                        + " session 3 at 10; session 4 at 10; tick 2 at 20 due 1; session 0 at 20; session 1 at 20;"
                        + " session 2 at 20; session 3 at 20; session 4 at 20");
    }

    @Test
    void eventFollowsEveryTickThatItCanReflect() {
        ticks("ticks", 0, 0, 13, 14).close();
        session(0, 10);
        assertThat(played(false, 1, 3))
                .isEqualTo("warmed up in part; tick 1 at 13 due 1; session 0 at 10; tick 2 at 14 due 1");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void replaysEveryRecordOnceAfterTheTicksSentBefore(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        int sessions = 1 + random.nextInt(9);
        List<long[]> expected = new ArrayList<>(); // time, place, number, ticks up to then
        long[] sent = {};
        for (int place = 0; place <= sessions; place++) {
            long[] times = LongStream.generate(() -> 1 + random.nextInt(30))
                    .limit(1 + random.nextInt(12))
                    .sorted()
                    .toArray();
            sent = place == 0 ? times : sent;
            for (int i = 0; i < times.length; i++) {
                long at = times[i];
                long ticks = place == 0
                        ? i + 1
                        : LongStream.of(sent).filter(tick -> tick <= at).count();
                expected.add(new long[] {at, place, i + 1, ticks});
            }
            if (place == 0) {
                ticks("ticks", 0, 0, times).close();
            } else {
                session(place - 1, times);
            }
        }
        expected.sort(Comparator.<long[]>comparingLong(one -> one[3])
                .thenComparingLong(one -> one[1])
                .thenComparingLong(one -> one[2]));
        List<String> names = expected.stream()
                .map(one -> (one[1] == 0 ? "tick " + one[2] : "session " + (one[1] - 1)) + " at " + one[0])
                .toList();
        List<String> withoutDue = play(false, sessions, 0).stream()
                .skip(1)
                .map(line -> line.replaceFirst(" due .*", ""))
                .toList();
        assertThat(withoutDue).as("seed %d", seed).isEqualTo(names);
    }

    /** The recording restarts, so its venue times are earlier than those of the warm-up. */
    @Test
    void measurementIsANewFeedSession() {
        ticks("warm-up", TickRecord.WARM_UP_BASE, 1_000, 1, 2).close();
        ticks("ticks", 0, 0, 10, 20).close();
        session(0, 5);
        assertThat(played(true, 1, 0))
                .isEqualTo(
                        "warm-up at 1 due 1; warm-up at 2 due 1; warmed up whole; session 0 at 5; tick 1 at 10 due 1;"
                                + " tick 2 at 20 due 1");
    }

    @Test
    void unclosedWarmUpIsIncomplete() {
        JournalWriter open = ticks("warm-up", TickRecord.WARM_UP_BASE, 0, 1);
        ticks("ticks", 0, 0, 10).close();
        assertThat(played(true, 0, 0)).isEqualTo("warm-up at 1 due 1; warmed up in part; tick 1 at 10 due 1");
        open.close();
    }
}
