/** Drives the runs of a gate: two cases in turn, until their verdict is reached. */
@NullMarked
package org.ticktoquote.harness.gate;

import org.jspecify.annotations.NullMarked;
