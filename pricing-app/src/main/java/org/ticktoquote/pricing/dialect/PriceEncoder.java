package org.ticktoquote.pricing.dialect;

import static org.ticktoquote.fix.message.MessagePart.SOH;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.fix.message.MessageEncoder;
import org.ticktoquote.fix.message.MessagePart;
import org.ticktoquote.fix.message.SendQueue;
import org.ticktoquote.fix.message.SendingTime;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.SessionID;

/**
 * Encodes the prices of one session as separate messages (35=W, 35=S, 35=i). A price is encoded once per tier, and the
 * session's own fields are written around it. Not thread-safe. Allocates only for a new request id, and for a price that no
 * session of the tier has encoded.
 */
public class PriceEncoder {
    /** Used in place of a tag for messages without a request's id. */
    static final int NO_TAG = 0;

    private static final int MAX_REQUESTS = 4096;

    private final MessageEncoder message;
    private final MessagePart sender;
    private final String target;
    private final MessagePart type;
    private final int requestTag;
    private final TierPrice.PriceFormat form;
    private final Map<String, MessagePart> requests = new HashMap<>();

    /**
     * Creates the encoder of a session.
     *
     * @param header additional header fields, each with its separator
     * @param type MsgType (35)
     * @param requestTag tag of the request's id, or {@link #NO_TAG}
     */
    PriceEncoder(SessionID session, String header, String type, int requestTag, TierPrice.PriceFormat form) {
        this.message = new MessageEncoder(session.getBeginString());
        this.sender =
                MessagePart.literal(SOH + header.replace('|', SOH) + "49=" + session.getSenderCompID() + SOH + "52=");
        this.target = SOH + "56=" + session.getTargetCompID() + SOH;
        this.type = MessageEncoder.type(type);
        this.requestTag = requestTag;
        this.form = form;
    }

    /**
     * Appends one message.
     *
     * @param sequence MsgSeqNum (34)
     * @param nowMs SendingTime (52), ms since 1970-01-01 UTC
     */
    public void append(SendQueue out, Quote quote, long sequence, long nowMs) {
        begin(quote.subscription().requestId())
                .put(quote.price().encoded(form, quote.subscription().book()));
        end(out, type, sequence, nowMs);
    }

    /** Starts a message, up to and including the request's id. */
    final MessageEncoder begin(String requestId) {
        message.begin();
        message.put(sender);
        message.reserveTime(0, SendingTime.LENGTH);
        MessagePart request = requests.get(requestId);
        message.put(request == null ? add(requestId) : request);
        return message;
    }

    private MessagePart add(String requestId) {
        if (requests.size() == MAX_REQUESTS) {
            requests.clear(); // nearly all of them have ended
        }
        MessagePart request =
                MessagePart.literal(requestTag == NO_TAG ? target : target + requestTag + "=" + requestId + SOH);
        requests.put(requestId, request);
        return request;
    }

    final void end(SendQueue out, MessagePart messageType, long sequence, long nowMs) {
        message.complete(messageType, sequence, nowMs, out);
    }
}
