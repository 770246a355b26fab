package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * State of a session's connection since the last report of it.
 *
 * @param clientPort distinguishes the connections
 * @param mostUnsent most bytes at a look that the application had written and the client's host had not acknowledged
 * @param resent segments that the application's host retransmitted
 * @param shutNs time for which the application had something to send and the client's window was closed
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"clientPort", "mostUnsent", "resent", "shutNs"})
public record SessionQueue(int clientPort, long mostUnsent, long resent, long shutNs) {}
