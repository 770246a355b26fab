/** Read-only audit of a host for conditions that hurt latency. Each finding has a reason and, if possible, a fix. */
@NullMarked
package org.ticktoquote.host.audit;

import org.jspecify.annotations.NullMarked;
