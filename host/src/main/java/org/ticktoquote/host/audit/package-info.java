/** Audit of a host for conditions that hurt latency: found, wanted, why, and how to change it. Read-only. */
@NullMarked
package org.ticktoquote.host.audit;

import org.jspecify.annotations.NullMarked;
