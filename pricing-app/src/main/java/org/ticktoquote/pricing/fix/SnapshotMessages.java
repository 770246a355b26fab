package org.ticktoquote.pricing.fix;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.core.fix.Chars;
import org.ticktoquote.core.fix.SendingTime;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.publish.EncodedPrice;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.SessionID;
import quickfix.field.MDEntryID;
import quickfix.field.QuoteEntryID;

/**
 * The snapshots (35=W) of one session: a price is encoded once for its tier, and its number, its time, its request, length
 * and checksum are put around it for the session.
 *
 * <p>Best bid and best ask; the tick's id in the first entry where its tag belongs there, else in the body. One thread at a
 * time; no allocation but for a price that no session of the tier has encoded.
 */
final class SnapshotMessages implements SnapshotEncoder {
    private static final Chars TYPE_AND_NUMBER = Chars.of("|35=W|34=");
    private static final Chars CHECK_SUM = Chars.of("10=");
    private static final int TRAILER_LENGTH = 7;
    private static final byte SOH = 1;
    private static final int MOST_REQUESTS = 4096;

    private final int echoTag;
    private final Chars begin;
    private final Chars sender;
    private final String target;
    private final SendingTime time = new SendingTime();
    private final Map<String, Chars> requests = new HashMap<>();

    /** @param echoTag 0 for none */
    SnapshotMessages(SessionID session, int echoTag) {
        this.echoTag = echoTag;
        this.begin = Chars.of("8=" + session.getBeginString() + "|9=");
        this.sender = Chars.of("|49=" + session.getSenderCompID() + "|52=");
        this.target = "|56=" + session.getTargetCompID() + "|262=";
    }

    @Override
    public void append(OutBuffer out, Quote quote, long sequence, long nowMs) {
        Chars request = request(quote.subscription().requestId());
        EncodedPrice price = quote.price().encoded(this::encode);
        byte[] now = time.at(nowMs);
        int bodyLength = TYPE_AND_NUMBER.length()
                - 1 // its first SOH ends BodyLength
                + OutBuffer.digits(sequence)
                + sender.length()
                + SendingTime.LENGTH
                + request.length()
                + price.bytes().length;
        out.begin(begin.length() + OutBuffer.digits(bodyLength) + 1 + bodyLength + TRAILER_LENGTH);
        out.put(begin.bytes());
        int sum = begin.sum() + out.putNumber(bodyLength);
        out.put(TYPE_AND_NUMBER.bytes());
        sum += TYPE_AND_NUMBER.sum() + out.putNumber(sequence);
        out.put(sender.bytes());
        out.put(now);
        out.put(request.bytes());
        out.put(price.bytes());
        sum += sender.sum() + time.sum() + request.sum() + price.sum();
        out.put(CHECK_SUM.bytes());
        out.putThreeDigits(sum & 0xff);
        out.put(SOH);
        out.end();
    }

    private Chars request(String id) {
        if (requests.size() == MOST_REQUESTS) {
            requests.clear(); // nearly all of them are over
        }
        return requests.computeIfAbsent(id, text -> Chars.of(target + text + "|"));
    }

    private EncodedPrice encode(TierPrice price) {
        boolean ofEntry = echoTag == MDEntryID.FIELD || echoTag == QuoteEntryID.FIELD;
        Tick tick = price.priced().tick();
        String id = echoTag == 0 || !tick.identified() ? "" : echoTag + "=" + tick.tickId() + "|";
        StringBuilder text = new StringBuilder(160);
        text.append("55=").append(price.priced().instrument().symbol()).append('|');
        text.append(ofEntry ? "" : id).append("268=2|269=0|");
        // within an entry: MDEntryID (278) before the price, QuoteEntryID (299) behind it
        text.append(echoTag == MDEntryID.FIELD ? id : "");
        level(text, price.bid(), price.priced().bidQuantity());
        text.append(echoTag == QuoteEntryID.FIELD ? id : "").append("269=1|");
        level(text, price.ask(), price.priced().askQuantity());
        Chars encoded = Chars.of(text.toString());
        return new EncodedPrice(encoded.bytes(), encoded.sum());
    }

    private static void level(StringBuilder text, long price, long quantity) {
        text.append("270=").append(Price.format(price)).append('|');
        if (quantity > 0) { // 271=0 would say that there is nothing to be had
            text.append("271=").append(quantity).append('|');
        }
    }
}
