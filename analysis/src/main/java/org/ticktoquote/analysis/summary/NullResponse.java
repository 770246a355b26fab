package org.ticktoquote.analysis.summary;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * Response of an application that answers immediately, measured by the same harness on the same host with the same load.
 * Except for the short time to answer, all of it is due to the harness.
 *
 * @param formatVersion version of the format of {@code harness-share.json}
 * @param measuredAt ISO-8601 UTC
 * @param host fingerprint of the machine, its kernel and its Java
 * @param load fingerprint of recording, window, speed, feed and sessions
 * @param responses number of responses
 * @param responseNs percentiles of the response
 * @param serviceNs percentiles of the service, which excludes the replay lag. Every run measures its own lag
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

    private static final long MAX_VALUE = 1L << 48;

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
        if (value < 0 || value > MAX_VALUE) {
            throw new IllegalArgumentException(name + " is " + value + ", expected 0.." + MAX_VALUE);
        }
    }
}
