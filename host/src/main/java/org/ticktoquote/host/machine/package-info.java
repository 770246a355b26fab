/** The CPUs that a run may use, and how they hang together. */
@NullMarked
package org.ticktoquote.host.machine;

import org.jspecify.annotations.NullMarked;
