package org.ticktoquote.replayer.payload;

import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes numbers, times and check sums into payloads, by the rules in their order; check sums last, and with them what is
 * known only when the payload is sent.
 *
 * <p>A rule that does not fit a payload is passed over. Does not allocate; for one thread.
 */
public final class Rewriting {
    private final Rewrite.OfNumber[] numbers;
    private final Rewrite.OfNumber[] stamps;
    private final Rewrite.OfChecksum[] checksums;
    private long session;
    private long tick;
    private long sequence;
    private long venueTimeNs;
    private long intendedNs;

    Rewriting(List<Rewrite> rules) {
        numbers = rules.stream()
                .filter(each -> each instanceof Rewrite.OfNumber rule && rule.number() != WrittenNumber.SENT)
                .toArray(Rewrite.OfNumber[]::new);
        stamps = rules.stream()
                .filter(each -> each instanceof Rewrite.OfNumber rule && rule.number() == WrittenNumber.SENT)
                .toArray(Rewrite.OfNumber[]::new);
        checksums = rules.stream().filter(Rewrite.OfChecksum.class::isInstance).toArray(Rewrite.OfChecksum[]::new);
    }

    /** The session that payloads are of from now on. */
    public void session(long number) {
        session = number;
    }

    /**
     * What is known of the next payload before it is sent.
     *
     * @param nextTick number of its first tick; of the next one where it carries none
     * @param nextSequence its number on its line
     * @param recordedNs time of the recording, ns since 1970-01-01 UTC
     * @param scheduledNs when the schedule says that it leaves, ns since 1970-01-01 UTC
     */
    public void next(long nextTick, long nextSequence, long recordedNs, long scheduledNs) {
        tick = nextTick;
        sequence = nextSequence;
        venueTimeNs = recordedNs;
        intendedNs = scheduledNs;
    }

    /** Writes what is known before the payload is sent; it begins at the buffer's begin. */
    public void prepare(MutableDirectBuffer payload, int length) {
        for (Rewrite.OfNumber rule : numbers) {
            if (rule.isFor(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, written(rule, value(rule.number())));
            }
        }
    }

    /** Writes when it is sent, and the check sums. */
    public void complete(ByteBuffer bytes, MutableDirectBuffer payload, int length, long sentNs) {
        for (Rewrite.OfNumber rule : stamps) {
            if (rule.isFor(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, written(rule, sentNs));
            }
        }
        for (Rewrite.OfChecksum rule : checksums) {
            if (rule.isFor(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, 0);
                rule.field().write(payload, length, sum(rule, bytes, length));
            }
        }
    }

    private static long sum(Rewrite.OfChecksum rule, ByteBuffer bytes, int length) {
        int limit = bytes.limit();
        int position = bytes.position();
        bytes.limit(rule.end(length)).position(rule.begin(length));
        rule.checksum().reset();
        rule.checksum().update(bytes);
        bytes.limit(limit).position(position);
        return rule.checksum().getValue();
    }

    private static long written(Rewrite.OfNumber rule, long value) {
        return rule.plus() + (rule.number().isTime() ? rule.clock().stamp(value) : value);
    }

    private long value(WrittenNumber number) {
        return switch (number) {
            case SEQUENCE -> sequence;
            case TICK -> tick;
            case SESSION -> session;
            case VENUE_TIME -> venueTimeNs;
            case INTENDED -> intendedNs;
            case SENT -> throw new IllegalStateException("not known before it is sent");
        };
    }

    /** Whether nothing is left to be done when a payload is sent, so that {@link #complete} may come before. */
    public boolean knownBefore() {
        return stamps.length == 0;
    }

    /** Whether the number of a tick is written into this payload. */
    public boolean writesTick(DirectBuffer payload, int offset, int length) {
        for (Rewrite.OfNumber rule : numbers) {
            if (rule.number() == WrittenNumber.TICK && rule.isFor(payload, offset, length)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is room in this payload for all that is to be written into it. */
    public boolean fits(DirectBuffer payload, int offset, int length) {
        return fits(numbers, payload, offset, length)
                && fits(stamps, payload, offset, length)
                && fits(checksums, payload, offset, length);
    }

    private static boolean fits(Rewrite[] rules, DirectBuffer payload, int offset, int length) {
        for (Rewrite rule : rules) {
            if (rule.isFor(payload, offset, length) && !rule.fits(length)) {
                return false;
            }
        }
        return true;
    }
}
