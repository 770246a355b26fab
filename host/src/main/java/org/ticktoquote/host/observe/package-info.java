/** Threads of a running process observed: who wakes whom, their loads and roles, and the network at both ends. */
@NullMarked
package org.ticktoquote.host.observe;

import org.jspecify.annotations.NullMarked;
