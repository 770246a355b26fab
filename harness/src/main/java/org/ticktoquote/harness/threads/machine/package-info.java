/** The CPUs that a run may use, and how they hang together. */
@NullMarked
package org.ticktoquote.harness.threads.machine;

import org.jspecify.annotations.NullMarked;
