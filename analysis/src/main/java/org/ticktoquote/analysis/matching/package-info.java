/** Matches the snapshots in the journals with the ticks they answer. */
@NullMarked
package org.ticktoquote.analysis.matching;

import org.jspecify.annotations.NullMarked;
