package org.ticktoquote.wire.show;

/** Formats of a list. */
public enum ListForm {
    /** Aligned columns. */
    TEXT,
    /** One JSON object per line. */
    JSONL,
    CSV
}
