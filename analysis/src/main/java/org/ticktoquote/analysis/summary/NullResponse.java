package org.ticktoquote.analysis.summary;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * The response of an application that answers at once, measured by the same harness on the same host under the same load:
 * all of it is the harness, but for the little that answering takes.
 *
 * @param formatVersion of the file {@code harness-share.json}
 * @param measuredAt ISO-8601 UTC
 * @param host fingerprint of the machine, its kernel and its Java
 * @param load fingerprint of recording, window, speed, feed and sessions
 * @param responses behind the figures
 * @param responseNs the percentiles
 * @param serviceNs those of the service: without the replay lag, which every run knows of its own ticks
 */
@JsonIgnoreProperties("sha256")
public record NullResponse(
        int formatVersion,
        String measuredAt,
        String host,
        String load,
        long responses,
        ShareFigures responseNs,
        ShareFigures serviceNs) {
    public static final int FORMAT_VERSION = 2;

    private static final long MOST = 1L << 48;

    public NullResponse {
        requireNonNull(measuredAt, "measuredAt");
        requireNonNull(host, "host");
        requireNonNull(load, "load");
        requireNonNull(responseNs, "responseNs");
        requireNonNull(serviceNs, "serviceNs");
        requireWithin("responses", responses);
        requireWithin("responseNs", responseNs);
        requireWithin("serviceNs", serviceNs);
    }

    private static void requireWithin(String name, ShareFigures figures) {
        figures.named().forEach((level, value) -> requireWithin(name + "." + level, value));
    }

    private static void requireWithin(String name, long value) {
        if (value < 0 || value > MOST) {
            throw new IllegalArgumentException(name + " is " + value + ", expected 0.." + MOST);
        }
    }
}
