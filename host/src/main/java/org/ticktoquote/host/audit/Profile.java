package org.ticktoquote.host.audit;

/** What a host is to be used for: the same names as the profiles of a run's limits. */
public enum Profile {
    /** A shared machine or VM, where orders of magnitude are looked at. */
    DEV,
    /** A host of its own with isolated cores, where microseconds are looked at. */
    LAB
}
