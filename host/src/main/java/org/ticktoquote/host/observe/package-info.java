/** Observes the threads of a running process: wake-ups, loads, roles, and the network at both ends. */
@NullMarked
package org.ticktoquote.host.observe;

import org.jspecify.annotations.NullMarked;
