package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A process that a signal or a debugger had stopped.
 *
 * @param fromNs when it was last seen going before
 * @param toNs when it was first seen going again, or the last look
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"pid", "fromNs", "toNs"})
public record StoppedProcess(long pid, long fromNs, long toNs) {}
