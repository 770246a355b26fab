package org.ticktoquote.pricing.publish;

/** What a price of a tier looks like in a message: the bytes that are the same for every session of the tier. Immutable. */
public final class EncodedPrice {
    private final byte[] bytes;
    private final int sum;

    /**
     * Takes the bytes over.
     *
     * @param sum of all bytes, for a checksum
     */
    public EncodedPrice(byte[] bytes, int sum) {
        this.bytes = bytes;
        this.sum = sum;
    }

    /** Not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    public int sum() {
        return sum;
    }
}
