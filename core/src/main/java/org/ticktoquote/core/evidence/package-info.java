/**
 * Lines of {@code evidence-application.jsonl}, which record an application's threads, sockets and host during a
 * measurement.
 */
@NullMarked
package org.ticktoquote.core.evidence;

import org.jspecify.annotations.NullMarked;
