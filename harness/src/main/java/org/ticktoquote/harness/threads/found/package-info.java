/** Threads of processes as /proc shows them; nothing is attached to. */
@NullMarked
package org.ticktoquote.harness.threads.found;

import org.jspecify.annotations.NullMarked;
