/** Search for placements of threads on CPUs: annealing and tabu search over one incremental cost. */
@NullMarked
package org.ticktoquote.host.search;

import org.jspecify.annotations.NullMarked;
