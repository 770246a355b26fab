/** Command line of t2q, and planning, start, supervision and shutdown of the processes of a run. */
@NullMarked
package org.ticktoquote.harness;

import org.jspecify.annotations.NullMarked;
