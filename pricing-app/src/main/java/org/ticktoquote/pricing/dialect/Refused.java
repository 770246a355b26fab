package org.ticktoquote.pricing.dialect;

/**
 * Why a request cannot be met: MDReqRejReason (281) and text (58).
 *
 * @param reason {@link #NO_REASON} leaves 281 out
 */
public record Refused(char reason, String text) {
    public static final char NO_REASON = 0;
    public static final char UNKNOWN_SYMBOL = '0';
    public static final char DUPLICATE_ID = '1';
    static final char UNSUPPORTED_TYPE = '4';
    static final char UNSUPPORTED_DEPTH = '5';
    static final char UNSUPPORTED_UPDATE = '6';
    static final char UNSUPPORTED_ENTRY = '8';
}
