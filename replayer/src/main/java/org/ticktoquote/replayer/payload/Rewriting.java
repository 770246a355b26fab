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
 * Writes numbers, times and checksums into payloads, by ordered rules. Send times are written after the other values,
 * checksums last.
 *
 * <p>Ignores a rule that does not fit a payload. Does not allocate. Single-threaded.
 */
public final class Rewriting {
    /** Rule for one value written into replayed payloads. */
    sealed interface Rule {
        NumberField field();

        /** Returns the conditions, all of which a payload must meet. */
        List<Condition> conditions();

        /** Returns true if the conditions hold for a payload. Does not allocate. */
        default boolean appliesTo(DirectBuffer payload, int offset, int length) {
            return Condition.allHold(conditions(), payload, offset, length);
        }

        /** Returns true if the payload has room for the value. */
        default boolean fits(int length) {
            return field().within(length);
        }

        /**
         * Rule for a number or a time.
         *
         * @param plus value added to the number
         * @param clock format of a time
         */
        record OfNumber(WrittenValue number, NumberField field, long plus, Clock clock, List<Condition> conditions)
                implements Rule {}

        /**
         * Rule for a checksum over a range of bytes. Negative positions count from the end; a {@code to} of 0 is the end.
         * The checksum's own bytes count as 0.
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

    /** Values that rules can write, except checksums. */
    enum WrittenValue {
        /** Next number of the payload's line, from 1. */
        SEQUENCE("sequence"),
        /** Number of the payload's tick, or of the next tick if it has none. */
        TICK("tick"),
        SESSION("session"),
        /** Recorded venue time. During a warm-up it advances steadily. */
        VENUE_TIME("venue-time"),
        /** Intended time. */
        INTENDED("intended"),
        /** Clock reading before the send call. */
        SENT("sent");

        private final String text;

        WrittenValue(String text) {
            this.text = text;
        }

        boolean isTime() {
            return this == VENUE_TIME || this == INTENDED || this == SENT;
        }

        static Optional<WrittenValue> of(String text) {
            return Arrays.stream(values())
                    .filter(each -> each.text.equals(text))
                    .findFirst();
        }

        static List<String> texts() {
            return Arrays.stream(values()).map(each -> each.text).toList();
        }
    }

    /**
     * Time format of a payload. Does not allocate.
     *
     * @param unitNs nanoseconds per unit
     * @param epochNs zero of the time, ns since 1970-01-01 UTC
     * @param daily true if the time counts from the preceding midnight UTC
     */
    record Clock(long unitNs, long epochNs, boolean daily) {
        private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

        /** Converts a time in ns since 1970-01-01 UTC. */
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
                .filter(each -> each instanceof Rule.OfNumber rule && rule.number() != WrittenValue.SENT)
                .toArray(Rule.OfNumber[]::new);
        stamps = rules.stream()
                .filter(each -> each instanceof Rule.OfNumber rule && rule.number() == WrittenValue.SENT)
                .toArray(Rule.OfNumber[]::new);
        checksums = rules.stream().filter(Rule.OfChecksum.class::isInstance).toArray(Rule.OfChecksum[]::new);
    }

    public void session(long number) {
        session = number;
    }

    /**
     * Sets the next payload's values that are known before it is sent.
     *
     * @param nextTick number of its first tick, or of the next tick if it has none
     * @param nextSequence its sequence number on its line
     * @param recordedNs recorded time, ns since 1970-01-01 UTC
     * @param scheduledNs intended time, ns since 1970-01-01 UTC
     */
    public void next(long nextTick, long nextSequence, long recordedNs, long scheduledNs) {
        tick = nextTick;
        sequence = nextSequence;
        venueTimeNs = recordedNs;
        intendedNs = scheduledNs;
    }

    /** Writes the values that are known before the payload is sent. The payload starts at offset 0. */
    public void prepare(MutableDirectBuffer payload, int length) {
        for (Rule.OfNumber rule : numbers) {
            if (rule.appliesTo(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, written(rule, value(rule.number())));
            }
        }
    }

    /** Writes the send time, given in ns since 1970-01-01 UTC, and the checksums. */
    public void complete(ByteBuffer bytes, MutableDirectBuffer payload, int length, long sentNs) {
        for (Rule.OfNumber rule : stamps) {
            if (rule.appliesTo(payload, 0, length) && rule.fits(length)) {
                rule.field().write(payload, length, written(rule, sentNs));
            }
        }
        for (Rule.OfChecksum rule : checksums) {
            if (rule.appliesTo(payload, 0, length) && rule.fits(length)) {
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

    private long value(WrittenValue number) {
        return switch (number) {
            case SEQUENCE -> sequence;
            case TICK -> tick;
            case SESSION -> session;
            case VENUE_TIME -> venueTimeNs;
            case INTENDED -> intendedNs;
            case SENT -> throw new IllegalStateException("not known before it is sent");
        };
    }

    /** Returns true if no rule writes the send time, so that {@link #complete} can run in advance. */
    public boolean isCompleteBeforeSend() {
        return stamps.length == 0;
    }

    /** Returns true if a rule writes the tick number into this payload. */
    public boolean writesTick(DirectBuffer payload, int offset, int length) {
        for (Rule.OfNumber rule : numbers) {
            if (rule.number() == WrittenValue.TICK && rule.appliesTo(payload, offset, length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if all rules that apply to this payload fit. */
    public boolean fits(DirectBuffer payload, int offset, int length) {
        return fits(numbers, payload, offset, length)
                && fits(stamps, payload, offset, length)
                && fits(checksums, payload, offset, length);
    }

    private static boolean fits(Rule[] rules, DirectBuffer payload, int offset, int length) {
        for (Rule rule : rules) {
            if (rule.appliesTo(payload, offset, length) && !rule.fits(length)) {
                return false;
            }
        }
        return true;
    }
}
