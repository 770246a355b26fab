package org.ticktoquote.fix.tap;

/** Takes the entries of a message, one after another. */
@FunctionalInterface
interface EntryTarget {
    /** An entry is whole; it is valid for this call. */
    void take(Entry entry);
}
