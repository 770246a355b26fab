package org.ticktoquote.pricing.price;

import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.truth.Decision;

/**
 * Component 6: lets a composite pass that exists and, where crossed ones are rejected, is not crossed and does not come
 * from a venue that is.
 */
final class Sanity implements Inlet<Composite> {
    private final boolean rejectCrossed;
    private final Inlet<Composite> next;
    private final Rejections rejections;

    Sanity(boolean rejectCrossed, Inlet<Composite> next, Rejections rejections) {
        this.rejectCrossed = rejectCrossed;
        this.next = next;
        this.rejections = rejections;
    }

    @Override
    public void put(Composite composite) {
        if (rejectCrossed && composite.cause().crossed()) {
            rejections.end(composite, Decision.REJECTED_CROSSED_VENUE);
        } else if (!composite.exists()) {
            rejections.end(composite, Decision.REJECTED_NO_PRICE);
        } else if (rejectCrossed && composite.bid() > composite.ask()) {
            rejections.end(composite, Decision.REJECTED_CROSSED_COMPOSITE);
        } else {
            next.put(composite);
        }
    }
}
