/** Searches placements of threads on CPUs by annealing and tabu search, with an incremental cost. */
@NullMarked
package org.ticktoquote.host.search;

import org.jspecify.annotations.NullMarked;
