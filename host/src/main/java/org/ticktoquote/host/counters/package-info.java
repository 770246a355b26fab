/** What the kernel counts: processor time of the host and of processes, steal, drops and network errors. */
@NullMarked
package org.ticktoquote.host.counters;

import org.jspecify.annotations.NullMarked;
