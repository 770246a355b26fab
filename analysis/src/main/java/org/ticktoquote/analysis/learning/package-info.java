/** Learns an application's price offsets and grids, and patterns in its ids, from the run itself. */
@NullMarked
package org.ticktoquote.analysis.learning;

import org.jspecify.annotations.NullMarked;
