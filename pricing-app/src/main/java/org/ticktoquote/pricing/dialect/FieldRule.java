package org.ticktoquote.pricing.dialect;

import org.jspecify.annotations.Nullable;

/**
 * A field that a request must have, or must not have.
 *
 * @param value that it must have; null for any
 * @param wanted whether the field is to be there at all
 */
record FieldRule(int tag, @Nullable String value, boolean wanted) {
    static FieldRule present(int tag) {
        return new FieldRule(tag, null, true);
    }

    static FieldRule is(int tag, String value) {
        return new FieldRule(tag, value, true);
    }

    static FieldRule absent(int tag) {
        return new FieldRule(tag, null, false);
    }

    /** Null when the request keeps the rule. */
    @Nullable
    Refused broken(PriceRequest request) {
        boolean kept =
                value == null ? request.has(tag) == wanted : request.values(tag).contains(value);
        return kept ? null : new Refused(Refused.NO_REASON, tag + ": expected " + expected());
    }

    private String expected() {
        if (!wanted) {
            return "no such field";
        }
        return value == null ? "a value" : value;
    }
}
