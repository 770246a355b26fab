package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * State of a session's connection since its last report.
 *
 * @param clientPort distinguishes the connections
 * @param mostUnsent most bytes, at any sample, written by the application but not acknowledged by the client's host
 * @param resent segments that the application's host retransmitted, without spurious ones
 * @param shutNs time that the application was blocked by the client's closed receive window
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"clientPort", "mostUnsent", "resent", "shutNs"})
public record SessionQueue(int clientPort, long mostUnsent, long resent, long shutNs) {}
