package org.ticktoquote.pricing.price;

import org.ticktoquote.pricing.pipeline.Inlet;

/** Component 7: moves the mid, and so both sides, by the skew in tenths of a pip. */
final class MidSkew implements Inlet<Composite> {
    private static final long TENTHS = 10;

    private final long skewTenthPips;
    private final Inlet<Mid> next;

    MidSkew(long skewTenthPips, Inlet<Mid> next) {
        this.skewTenthPips = skewTenthPips;
        this.next = next;
    }

    @Override
    public void put(Composite composite) {
        long skew = skewTenthPips * composite.cause().instrument().pip() / TENTHS;
        next.put(new Mid(composite, composite.bid() + skew, composite.ask() + skew));
    }
}
