/** Execution of a gate: runs its two cases in turn until the verdict is reached. */
@NullMarked
package org.ticktoquote.harness.gate;

import org.jspecify.annotations.NullMarked;
