package org.ticktoquote.replayer.replay;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.ticktoquote.core.run.TurnSchedule;
import org.ticktoquote.replayer.recording.Recording;

/** Replays a window to two feeds in turns, slice by slice. Single-threaded. Allocates only between turns. */
final class AlternatingReplay {
    private final Recording recording;
    private final Window window;
    private final Speed speed;
    private final TurnSchedule turns;
    private final List<Pacer> pacers;

    /** @param pacers of the first feed and of the second */
    AlternatingReplay(Recording recording, Window window, Speed speed, long seed, List<Pacer> pacers) {
        this.recording = recording;
        this.window = window;
        this.speed = speed;
        this.turns = new TurnSchedule(seed, true);
        this.pacers = pacers;
    }

    /**
     * Sends every tick of the window to both feeds.
     *
     * @param t0Ns intended time of the first tick at the feed that gets it first
     * @param stop checked before every tick and during waits
     * @return false if stopped before the end
     */
    boolean play(long t0Ns, BooleanSupplier stop) {
        Schedule offsets = new Schedule(recording, recording.venueTimeNs(window.first()), 0, speed);
        long from = window.first();
        while (from < window.end()) {
            long slice = turns.slice(offsets.intendedNs(from));
            Window ticks = new Window(from, end(offsets, from, turns.startNs(slice + 1)));
            int leader = turns.leads(slice) ? 0 : 1;
            if (!play(ticks, leader, slice, t0Ns, stop) || !play(ticks, 1 - leader, slice, t0Ns, stop)) {
                return false;
            }
            from = ticks.end();
        }
        return true;
    }

    private boolean play(Window ticks, int feed, long slice, long t0Ns, BooleanSupplier stop) {
        long delayNs = (feed == 0 ? turns : turns.other()).delayNs(slice);
        long before = ticks.first() == window.first() ? -1 : ticks.first() - 1;
        Schedule schedule = new Schedule(recording, recording.venueTimeNs(window.first()), t0Ns + delayNs, speed);
        return pacers.get(feed).play(TickSequence.of(recording, ticks, before, schedule), stop);
    }

    /** Returns the index of the first tick at or after an offset; the window's end if there is none. */
    private long end(Schedule offsets, long from, long offsetNs) {
        long low = from;
        long high = window.end();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (offsets.intendedNs(middle) < offsetNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
