package org.ticktoquote.host.pingpong;

import java.util.Locale;

/** How a thread waits for the next message. */
public enum Reception {
    /** Asleep in the kernel until the message wakes it. */
    BLOCKING,
    /** In the kernel, which polls the adapter's queue for a while before it sleeps ({@code SO_BUSY_POLL}, socket(7)). */
    BUSY_POLL,
    /** Never asleep: asks again and again, and takes a whole CPU. */
    SPIN;

    /** As in options and results: {@code busy-poll}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one with this word. */
    public static Reception of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
