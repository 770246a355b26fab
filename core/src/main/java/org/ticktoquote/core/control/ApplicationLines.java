package org.ticktoquote.core.control;

import java.util.List;

/** Control lines of the built-in application, in addition to {@link ProcessLines}. */
public final class ApplicationLines {
    private ApplicationLines() {}

    /** Ports and thread names. Detail of {@link ProcessLines#READY}. */
    public record Ready(int fixPort, int feedPort, List<String> threads) {}

    /** Settings that result from the options. Detail of {@link ProcessLines#CHECKED}. */
    public record Checked(int sessions) {}
}
