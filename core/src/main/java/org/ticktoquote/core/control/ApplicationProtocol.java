package org.ticktoquote.core.control;

import java.util.List;

/** Control lines of the built-in application, in addition to {@link ProcessProtocol}. */
public final class ApplicationProtocol {
    private ApplicationProtocol() {}

    /** Ports and thread names. Detail of {@link ProcessProtocol#READY}. */
    public record Ready(int fixPort, int feedPort, List<String> threads) {}

    /** Effective settings. Detail of {@link ProcessProtocol#CHECKED}. */
    public record Checked(int sessions) {}
}
