package org.ticktoquote.wire.show;

/** Forms of a list. */
public enum ListForm {
    /** For people, in columns. */
    TEXT,
    /** An object a line. */
    JSONL,
    CSV
}
