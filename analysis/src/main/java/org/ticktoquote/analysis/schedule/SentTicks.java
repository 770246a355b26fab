package org.ticktoquote.analysis.schedule;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.function.LongBinaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/**
 * Measured ticks in the readable part of the journal, compared with the window of the recording and the schedule.
 *
 * @param ticks number of ticks
 * @param failed ticks marked because their send call failed
 * @param deserted ticks not sent because the application had lost the session over which it had requested them
 * @param unasked ticks that are not due because the application had not requested them
 * @param misplaced ticks whose intended time differs from the schedule
 * @param firstMisplaced first misplaced tick with its difference; empty if there is none
 * @param sha256 hash of their contents
 * @param held ticks sent late because the application did not read
 */
public record SentTicks(
        long ticks,
        long failed,
        long deserted,
        UnrequestedTicks unasked,
        long misplaced,
        String firstMisplaced,
        String sha256,
        HeldFigures held) {

    /**
     * Reads the journal once, up to the first damaged record. The rule {@code journals-not-whole} reports the damage.
     *
     * @param starvedNs time between two times for which the application could not read for lack of a CPU
     */
    public static SentTicks read(Path journal, RunManifest manifest, LongBinaryOperator starvedNs) {
        Count count = new Count(
                manifest.scheduled(),
                IntendedTimes.of(manifest),
                new HeldTicks(starvedNs),
                new UnrequestedTicks.Count(manifest));
        try (JournalReader reader = JournalReader.open(journal, TickRecord.SCHEMA, manifest.identity())) {
            while (reader.next()) {
                count.add(reader);
            }
        } catch (JournalException damaged) {
            return count.end();
        }
        return count.end();
    }

    /** Returns whether the ticks match the window in number and contents. */
    public boolean are(RunManifest.Replay window) {
        return ticks == window.ticks() && sha256.equals(window.windowSha256());
    }

    /** Returns whether the ticks match the window in number but not in contents. */
    public boolean differ(RunManifest.Replay window) {
        return ticks > 0 && ticks == window.ticks() && !are(window);
    }

    private static final class Count {
        private final boolean scheduled;
        private final IntendedTimes schedule;
        private final HeldTicks heldTicks;
        private final UnrequestedTicks.Count unasked;
        private final TickDigest digest = new TickDigest();
        private final TickRecord tick = new TickRecord(new UnsafeBuffer(new byte[0]), 0);
        private long ticks;
        private long failed;
        private long deserted;
        private long misplaced;
        private String first = "";
        private long waits;
        private long waitedNs;
        private long held;
        private long longestHeldNs;

        Count(boolean scheduled, IntendedTimes schedule, HeldTicks heldTicks, UnrequestedTicks.Count unasked) {
            this.scheduled = scheduled;
            this.schedule = schedule;
            this.heldTicks = heldTicks;
            this.unasked = unasked;
        }

        void add(JournalReader reader) {
            tick.wrap(reader);
            ticks++;
            failed += tick.sendFailed() ? 1 : 0;
            deserted += tick.subscriberDisconnected() ? 1 : 0;
            unasked.add(tick);
            digest.add(reader.buffer(), reader.offset());
            long offNs = tick.intendedNs() - schedule.intendedNs(tick.venueTimeNs());
            if (scheduled && offNs != 0) {
                first = misplaced == 0 ? text(offNs) : first;
                misplaced++;
            }
            hold();
        }

        private void hold() {
            long heldNs = heldTicks.next(tick);
            waits += tick.waitedNs() > 0 ? 1 : 0;
            waitedNs += tick.waitedNs();
            held += heldNs > 0 ? 1 : 0;
            longestHeldNs = Math.max(longestHeldNs, heldNs);
        }

        private String text(long offNs) {
            return "tick " + tick.tickId() + ", by " + (offNs < 0 ? "-" : "+") + DurationText.format(Math.abs(offNs));
        }

        SentTicks end() {
            return new SentTicks(
                    ticks,
                    failed,
                    deserted,
                    unasked.end(),
                    misplaced,
                    first,
                    digest.hex(),
                    new HeldFigures(waits, waitedNs, held, longestHeldNs));
        }
    }

    /**
     * Schedule of intended times: {@code t0 + (venueTime - venueTime[0]) / speed}, rounded down to a nanosecond.
     *
     * @param t0Ns intended time of the first tick, on the run's clock
     * @param fromNs its venue time
     * @param speed replay speed, exactly as in the manifest
     * @param turns alternating turns of a duet, which delay the ticks; null without turns
     */
    record IntendedTimes(
            long t0Ns,
            long fromNs,
            BigDecimal speed,
            @Nullable TurnSchedule turns) {
        static IntendedTimes of(RunManifest manifest) {
            RunManifest.Replay replay = manifest.replay();
            return new IntendedTimes(
                    replay.t0Ns(), replay.fromNs(), BigDecimal.valueOf(replay.speed()), manifest.turns());
        }

        long intendedNs(long venueTimeNs) {
            long sinceNs = venueTimeNs - fromNs;
            long offsetNs = speed.compareTo(BigDecimal.ONE) == 0
                    ? sinceNs
                    : BigDecimal.valueOf(sinceNs).divideToIntegralValue(speed).longValue();
            return t0Ns + (turns == null ? offsetNs : turns.sentNs(offsetNs));
        }
    }
}
