package org.ticktoquote.core.control;

import java.util.List;

/** What the built-in application tells the harness, besides {@link ProcessLines}. */
public final class ApplicationLines {
    private ApplicationLines() {}

    /** Where it listens, and what its threads are called: detail of {@link ProcessLines#READY}. */
    public record Ready(int fixPort, int feedPort, List<String> threads) {}

    /** What the options choose: detail of {@link ProcessLines#CHECKED}. */
    public record Checked(int sessions) {}
}
