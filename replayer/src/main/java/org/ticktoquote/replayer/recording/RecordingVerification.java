package org.ticktoquote.replayer.recording;

import org.agrona.DirectBuffer;
import org.ticktoquote.core.command.Refusal;

/**
 * Holds every message of an open recording against what the format promises, then all of them against the checksum.
 *
 * <p>Damage that a message shows by itself (its fixed fields, its number, time order, unknown ids) is located; damage
 * that only the checksum sees, a price say, is somewhere among the messages.
 */
final class RecordingVerification {
    private final Recording recording;
    private final RecordingHeader header;

    RecordingVerification(Recording recording) {
        this.recording = recording;
        this.header = recording.header();
    }

    /** Throws a {@link Refusal} that names the first damage. */
    void run() {
        long before = Long.MIN_VALUE;
        for (long index = 0; index < recording.count(); index++) {
            checkMessage(index);
            long time = recording.venueTimeNs(index);
            if (time < before) {
                throw damaged(index, "its venue time " + time + " is before the tick before it, " + before);
            }
            before = time;
        }
        checkEnds();
        String found = recording.messagesSha256();
        if (!found.equals(header.messagesSha256())) {
            throw RecordingFormat.damaged(
                    recording.file(),
                    "SHA-256 of the messages is " + found + ", expected " + header.messagesSha256()
                            + ": bytes of a price, quantity or time were changed");
        }
    }

    /** Throws a {@link Refusal} when the message of a tick is damaged in a way that it shows by itself. */
    void checkMessage(long index) {
        DirectBuffer buffer = recording.buffer(index);
        int offset = recording.offset(index);
        if (!QuoteMessage.isSound(buffer, offset)) {
            throw damaged(index, "it is not a quote of this schema with the sides it announces");
        }
        long tickId = QuoteMessage.tickId(buffer, offset);
        if (tickId != index + 1) {
            throw damaged(index, "its tickId is " + tickId + ", expected " + (index + 1));
        }
        Quote quote = QuoteMessage.decode(buffer, offset);
        if (quote.instrumentId() >= header.instruments().size()
                || quote.venueId() >= header.venues().size()) {
            throw damaged(
                    index,
                    "instrument " + quote.instrumentId() + " or venue " + quote.venueId() + " is unknown, there are "
                            + header.instruments().size() + " and "
                            + header.venues().size());
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
            throw damaged(index, "its venue time is " + found + ", the header says " + expected);
        }
    }

    private Refusal damaged(long index, String finding) {
        long at = RecordingFormat.headerLength(header) + index * QuoteMessage.LENGTH;
        return RecordingFormat.damaged(recording.file(), "tick " + (index + 1) + " at byte " + at + ": " + finding);
    }
}
