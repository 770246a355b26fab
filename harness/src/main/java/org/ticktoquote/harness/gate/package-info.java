/** Execution of a gate: runs its two cases alternately until the verdict is reached. */
@NullMarked
package org.ticktoquote.harness.gate;

import org.jspecify.annotations.NullMarked;
