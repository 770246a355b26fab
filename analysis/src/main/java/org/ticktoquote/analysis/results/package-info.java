/** Results per tick: one record for each measured tick, with its outcome at every session. */
@NullMarked
package org.ticktoquote.analysis.results;

import org.jspecify.annotations.NullMarked;
