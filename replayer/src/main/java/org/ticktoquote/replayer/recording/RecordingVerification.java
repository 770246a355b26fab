package org.ticktoquote.replayer.recording;

import java.util.Locale;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;

/**
 * Checks every message of an open recording against the format, then all of them against the checksum.
 *
 * <p>Locates damage to fixed fields, tick numbers, time order and ids. Other damage, such as a changed price, is detected by
 * the checksum only and cannot be located.
 */
final class RecordingVerification {
    private final Recording recording;
    private final RecordingHeader header;

    RecordingVerification(Recording recording) {
        this.recording = recording;
        this.header = recording.header();
    }

    /** Throws a {@link ProblemException} that names the first damage. */
    void run() {
        long before = Long.MIN_VALUE;
        for (long index = 0; index < recording.count(); index++) {
            checkMessage(index);
            long time = recording.venueTimeNs(index);
            if (time < before) {
                throw damaged(
                        index,
                        Problem.of("venue time").value(time).expected(before + " (the tick before it) or later"));
            }
            before = time;
        }
        checkEnds();
        RecordedPayloads payloads = recording.payloads();
        if (payloads != null) {
            checkPayloads(payloads);
        }
        String found = recording.messagesSha256();
        if (!found.equals(header.messagesSha256())) {
            throw RecordingFormat.damaged(
                    recording.file(),
                    Problem.of("SHA-256 of the messages")
                            .value(found)
                            .expected(header.messagesSha256()
                                    + ": bytes of a price, quantity, time or payload were changed"));
        }
    }

    /** Throws a {@link ProblemException} if the message of a tick is damaged in a way that is visible without the checksum. */
    void checkMessage(long index) {
        DirectBuffer buffer = recording.buffer(index);
        int offset = recording.offset(index);
        if (!QuoteMessage.isSound(buffer, offset)) {
            throw damaged(index, Problem.ofFault("not a quote of this schema with the sides it announces"));
        }
        long tickId = QuoteMessage.tickId(buffer, offset);
        if (tickId != index + 1) {
            throw damaged(index, Problem.of("tickId").value(tickId).expected(Long.toString(index + 1)));
        }
        RecordedQuote quote = QuoteMessage.decode(buffer, offset);
        if (!recording.priced() && (quote.hasBid() || quote.hasAsk())) {
            throw damaged(index, Problem.ofFault("it carries a price").expected("none (header)"));
        }
        if (quote.instrumentId() >= header.instruments().size()
                || quote.venueId() >= header.venues().size()) {
            throw damaged(
                    index,
                    Problem.ofFault("instrument " + quote.instrumentId() + " or venue " + quote.venueId()
                                    + " is unknown")
                            .expected("below " + header.instruments().size() + " and below "
                                    + header.venues().size()));
        }
    }

    /** Checks that payloads are in time order and contiguous, and that every tick has the time of its payload. */
    private void checkPayloads(RecordedPayloads payloads) {
        long begin = 0;
        long tick = 0;
        for (long number = 0; number < payloads.count(); number++) {
            checkPayload(payloads, number);
            boolean follows = payloads.begin(number) == begin
                    && payloads.firstTick(number) == (number == 0 ? 0 : tick)
                    && payloads.ticks(number) >= 0
                    && (number == 0 || payloads.timeNs(number) >= payloads.timeNs(number - 1));
            if (!follows) {
                throw damaged(
                        payloads,
                        number,
                        Problem.ofFault("it does not follow the one before it")
                                .expected("a later time, the next bytes and the next ticks"));
            }
            begin += payloads.length(number);
            long next = tick + payloads.ticks(number);
            for (; tick < next; tick++) {
                if (recording.venueTimeNs(tick) != payloads.timeNs(number)) {
                    throw damaged(tick, Problem.ofFault("its time differs from the time of its payload"));
                }
            }
        }
        if (begin != header.payloads().bytes()) {
            throw RecordingFormat.damaged(
                    recording.file(),
                    Problem.of("bytes of all payloads")
                            .value(begin)
                            .expected(header.payloads().bytes() + " (header)"));
        }
    }

    /** Throws a {@link ProblemException} if the index entry of a payload is not plausible. */
    void checkPayload(RecordedPayloads payloads, long number) {
        if (!payloads.isPlausible(number)) {
            throw damaged(payloads, number, Problem.ofFault("its length, line or ticks cannot be"));
        }
    }

    private void checkEnds() {
        if (recording.count() == 0) {
            return;
        }
        checkEnd(0, header.firstVenueTimeNs());
        checkEnd(recording.count() - 1, header.lastVenueTimeNs());
    }

    private void checkEnd(long index, long expected) {
        long found = recording.venueTimeNs(index);
        if (found != expected) {
            throw damaged(index, Problem.of("venue time").value(found).expected(expected + " (header)"));
        }
    }

    private ProblemException damaged(RecordedPayloads payloads, long number, Problem finding) {
        long at = RecordingFormat.headerLength(header)
                + recording.count() * QuoteMessage.LENGTH
                + number * PayloadIndex.LENGTH;
        return RecordingFormat.damaged(
                Place.atByte(recording.file(), at),
                finding.under(String.format(Locale.ROOT, "payload %d of %d", number + 1, payloads.count())));
    }

    private ProblemException damaged(long index, Problem finding) {
        long at = RecordingFormat.headerLength(header) + index * QuoteMessage.LENGTH;
        return RecordingFormat.damaged(Place.atByte(recording.file(), at), finding.under("tick " + (index + 1)));
    }
}
