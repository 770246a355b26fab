package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.run.TurnSchedule;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.replay.Replayer.AlternatingReplay;

class AlternatingReplayTest extends ReplayFixture {
    private static final long MS = 1_000_000;
    private static final long T0_NS = 5_000 * MS;
    private static final int TICKS = 300;
    private static final long EVERY_NS = 70 * MS;
    private static final long SEED = 3;

    private final ManualTime time = new ManualTime(1_000 * MS);

    private record Side(NotingFeed feed, Pacer pacer, String journal) {}

    private Side side(Recording recording, String journal) {
        NotingFeed feed = new NotingFeed(time);
        return new Side(feed, new Pacer(recording, List.of(journaled(feed, journal, TICKS)), time, time), journal);
    }

    private List<Side> replay(List<RecordedQuote> quotes, Speed speed) {
        Recording recording = recorded(quotes);
        List<Side> sides = List.of(side(recording, "one"), side(recording, "other"));
        List<Pacer> pacers = sides.stream().map(Side::pacer).toList();
        pacers.get(0).setIdlePacer(pacers.get(1));
        pacers.get(1).setIdlePacer(pacers.get(0));
        pacers.forEach(pacer -> pacer.open(99, 1));
        AlternatingReplay replay = new AlternatingReplay(recording, new Window(0, quotes.size()), speed, SEED, pacers);
        assertThat(replay.play(T0_NS, () -> false)).isTrue();
        pacers.forEach(Pacer::end);
        return sides;
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2.5"})
    void bothFeedsGetEveryTickAtTheTimesOfTheirTurns(String factor) {
        Speed speed = Speed.parse(factor);
        List<RecordedQuote> quotes = TestRecording.quotes(TICKS, i -> i * EVERY_NS);
        List<Side> sides = replay(quotes, speed);
        for (int s = 0; s < 2; s++) {
            TurnSchedule turns = new TurnSchedule(SEED, s == 0);
            List<Line> lines = linesOf(sides.get(s).journal());
            assertThat(lines).extracting(Line::quote).isEqualTo(quotes);
            assertThat(lines).allMatch(line -> line.lagNs() == 0);
            for (int i = 0; i < TICKS; i++) {
                assertThat(lines.get(i).intendedNs() - T0_NS).isEqualTo(turns.sentNs(speed.toReplayNs(i * EVERY_NS)));
            }
            assertThat(sides.get(s).feed().ended).containsExactly((long) TICKS);
        }
    }

    /** Otherwise an idle application could consider its feed dead. */
    @Test
    void idleFeedGetsHeartbeats() {
        for (Side side : replay(TestRecording.quotes(TICKS, i -> i * EVERY_NS), Speed.REAL)) {
            List<Long> sentAtNs = new ArrayList<>(side.feed().heartbeatsAtNs);
            linesOf(side.journal()).forEach(line -> sentAtNs.add(line.intendedNs()));
            sentAtNs.sort(null);
            for (int i = 1; i < sentAtNs.size(); i++) {
                assertThat(sentAtNs.get(i) - sentAtNs.get(i - 1)).isLessThan(2 * Pacer.HEARTBEAT_NS);
            }
        }
    }
}
