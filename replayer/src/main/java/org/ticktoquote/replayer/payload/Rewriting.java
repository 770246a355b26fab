package org.ticktoquote.replayer.payload;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.Checksum;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.replayer.payload.NumberField.Condition;

/**
 * Writes numbers, times and check sums into payloads, by the rules in their order; check sums last, and with them what is
 * known only when the payload is sent.
 *
 * <p>A rule that does not fit a payload is passed over. Does not allocate; for one thread.
 */
public final class Rewriting {
    /** A rule of what is written into a payload when it is replayed. */
    sealed interface Rule {
        /** Where it is written. */
        NumberField field();

        /** Which payloads it is for: all of them must hold. */
        List<Condition> conditions();

        /** Whether it is for this payload; does not allocate. */
        default boolean isFor(DirectBuffer payload, int offset, int length) {
            return Condition.allHold(conditions(), payload, offset, length);
        }

        /** Whether the payload has room for it. */
        default boolean fits(int length) {
            return field().within(length);
        }

        /**
         * A number or a time.
         *
         * @param plus added to the number
         * @param clock of a time
         */
        record OfNumber(Written number, NumberField field, long plus, Clock clock, List<Condition> conditions)
                implements Rule {}

        /**
         * A check sum, over the bytes from one place to before another; below 0 from the end, a {@code to} of 0 is the end. Its
         * own bytes count as 0.
         */
        record OfChecksum(Checksum checksum, NumberField field, int from, int to, List<Condition> conditions)
                implements Rule {
            int begin(int length) {
                return from < 0 ? length + from : from;
            }

            int end(int length) {
                return to <= 0 ? length + to : to;
            }

            @Override
            public boolean fits(int length) {
                return Rule.super.fits(length)
                        && begin(length) >= 0
                        && begin(length) <= end(length)
                        && end(length) <= length;
            }
        }
    }

    /** What a rule writes into a payload when it is replayed, but for check sums. */
    enum Written {
        /** The next number of the payload's line, from 1. */
        SEQUENCE("sequence"),
        /** The number of the payload's tick, or of the one that follows. */
        TICK("tick"),
        /** The session's number. */
        SESSION("session"),
        /** The time of the recording, which in a warm-up passes steadily. */
        VENUE_TIME("venue-time"),
        /** When the schedule says that it leaves. */
        INTENDED("intended"),
        /** Read before the send call. */
        SENT("sent");

        private final String text;

        Written(String text) {
            this.text = text;
        }

        boolean isTime() {
            return this == VENUE_TIME || this == INTENDED || this == SENT;
        }

        static Optional<Written> of(String text) {
            return Arrays.stream(values())
                    .filter(each -> each.text.equals(text))
                    .findFirst();
        }

        static List<String> texts() {
            return Arrays.stream(values()).map(each -> each.text).toList();
        }
    }

    /**
     * How a payload counts time. Does not allocate.
     *
     * @param unitNs nanoseconds of one unit
     * @param epochNs where it counts from, ns since 1970-01-01 UTC
     * @param daily whether it counts from the midnight, UTC, before each time
     */
    record Clock(long unitNs, long epochNs, boolean daily) {
        private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

        /** A time, ns since 1970-01-01 UTC, as the payload has it. */
        long stamp(long timeNs) {
            return Math.floorDiv(daily ? Math.floorMod(timeNs, DAY_NS) : timeNs - epochNs, unitNs);
        }
    }

    private final Rule.OfNumber[] numbers;
    private final Rule.OfNumber[] stamps;
    private final Rule.OfChecksum[] checksums;
    private long session;
    private long tick;
    private long sequence;
    private long venueTimeNs;
    private long intendedNs;

    Rewriting(List<Rule> rules) {
        numbers = rules.stream()
                .filter(each -> each instanceof Rule.OfNumber rule && rule.number() != Written.SENT)
                .toArray(Rule.OfNumber[]::new);
        stamps = rules.stream()
                .filter(each -> each instanceof Rule.OfNumber rule && rule.number() == Written.SENT)
                .toArray(Rule.OfNumber[]::new);
        checksums = rules.stream().filter(Rule.OfChecksum.class::isInstance).toArray(Rule.OfChecksum[]::new);
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
        for (Rule.OfNumber rule : numbers) {
            if (rule.isFor(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, written(rule, value(rule.number())));
            }
        }
    }

    /** Writes when it is sent, and the check sums. */
    public void complete(ByteBuffer bytes, MutableDirectBuffer payload, int length, long sentNs) {
        for (Rule.OfNumber rule : stamps) {
            if (rule.isFor(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, written(rule, sentNs));
            }
        }
        for (Rule.OfChecksum rule : checksums) {
            if (rule.isFor(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, 0);
                rule.field().write(payload, length, sum(rule, bytes, length));
            }
        }
    }

    private static long sum(Rule.OfChecksum rule, ByteBuffer bytes, int length) {
        int limit = bytes.limit();
        int position = bytes.position();
        bytes.limit(rule.end(length)).position(rule.begin(length));
        rule.checksum().reset();
        rule.checksum().update(bytes);
        bytes.limit(limit).position(position);
        return rule.checksum().getValue();
    }

    private static long written(Rule.OfNumber rule, long value) {
        return rule.plus() + (rule.number().isTime() ? rule.clock().stamp(value) : value);
    }

    private long value(Written number) {
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
        for (Rule.OfNumber rule : numbers) {
            if (rule.number() == Written.TICK && rule.isFor(payload, offset, length)) {
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

    private static boolean fits(Rule[] rules, DirectBuffer payload, int offset, int length) {
        for (Rule rule : rules) {
            if (rule.isFor(payload, offset, length) && !rule.fits(length)) {
                return false;
            }
        }
        return true;
    }
}
