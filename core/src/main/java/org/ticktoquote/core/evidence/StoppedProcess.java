package org.ticktoquote.core.evidence;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A process that a signal or a debugger had stopped.
 *
 * @param fromNs last time it was seen running before the stop
 * @param toNs first time it was seen running again, or the last sample
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"pid", "fromNs", "toNs"})
public record StoppedProcess(long pid, long fromNs, long toNs) {}
